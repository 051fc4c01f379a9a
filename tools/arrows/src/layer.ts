/** A kind of file, known by where it is and how it is called, and what such a file may import. */
export interface Layer {
  readonly name: string;
  /** Its first group, if any, is the noun of the file: the module or feature that it belongs to. */
  readonly files: RegExp;
  /** Names of layers, besides its own. */
  readonly mayImport: readonly string[];
  /** Names of layers of which only types may be imported. */
  readonly typesFrom?: readonly string[];
  /** Names of layers whose types may be imported from another noun too; nothing else passes from noun to noun. */
  readonly typesAcross?: readonly string[];
  /** From npm or Node; tests are free. */
  readonly packages: 'any' | readonly string[];
  /** Nouns of the domain that its code may not name, in an identifier, a string or an import. Comments and tests may. */
  readonly mayNotName?: readonly string[];
  /** Which of its files may hold SQL; without it none of a server's. Tests are free. */
  readonly sql?: RegExp;
}
