import { parseSync } from 'oxc-parser';
import { unlistedImports } from './unlisted-imports.ts';

export interface Import {
  /** As it is written: `./device.ts`, `@atalaia/domain/units`, `zod`. */
  readonly specifier: string;
  /** Nothing of it is left at run time. */
  readonly typeOnly: boolean;
  /** Counted from 1. */
  readonly line: number;
}

/** The whole tree of a file is read only where these words occur: it takes ten times as long. */
const mayHoldUnlisted = /\bimport\(|\bnew URL\(/;

/**
 * Everything that a file imports, re-exports or loads as a worker, types too; a name that is only known when the
 * program runs is left out. Throws on a file that does not parse.
 */
export function importsOf(path: string, text: string): Import[] {
  const { module, program, errors } = parseSync(path, text);
  const [error] = errors;
  if (error) throw new Error(`${path}: ${error.message}`);
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const imports = module.staticImports.map(({ moduleRequest, entries, start }) => ({
    specifier: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
    line: lineAt(start),
  }));
  const exports = module.staticExports.flatMap(({ entries, start }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ specifier: moduleRequest.value, typeOnly: isType, line: lineAt(start) }] : [],
    ),
  );
  const dynamic = module.dynamicImports
    .map(({ moduleRequest: { start, end } }) => ({ literal: text.slice(start, end), line: lineAt(start) }))
    .filter(({ literal }) => /^(['"]).*\1$/.test(literal))
    .map(({ literal, line }) => ({ specifier: literal.slice(1, -1), typeOnly: false, line }));
  const others = (mayHoldUnlisted.test(text) ? unlistedImports(program) : []).map(({ start, ...rest }) => ({
    ...rest,
    line: lineAt(start),
  }));
  return [...imports, ...exports, ...dynamic, ...others];
}
