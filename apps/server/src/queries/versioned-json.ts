/** A row as the contract's JSON, with its revision (see `revision.ts`). */
export interface VersionedJson {
  readonly json: string;
  readonly revision: string;
}
