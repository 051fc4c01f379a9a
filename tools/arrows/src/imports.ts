import type { Node, Program } from 'oxc-parser';
import { parseSync } from 'oxc-parser';

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

/** What the parser does not list among a module's imports: `import('…')` in a type, and the file of a worker. */
interface UnlistedImport {
  readonly specifier: string;
  readonly typeOnly: boolean;
  /** Offset in the text. */
  readonly start: number;
}

/** Both kinds, in the order of the text. */
function unlistedImports(program: Program): UnlistedImport[] {
  const found: UnlistedImport[] = [];
  const visit = (value: unknown): void => {
    if (isNode(value)) {
      const specifier = typeImport(value) ?? moduleUrl(value);
      const typeOnly = value.type === 'TSImportType';
      if (specifier !== undefined) found.push({ specifier, typeOnly, start: value.start });
    }
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) visit(inner);
  };
  visit(program.body);
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function typeImport(node: Node): string | undefined {
  return node.type === 'TSImportType' ? node.source.value : undefined;
}

/** `new URL('./x.ts', import.meta.url)`; anything but a module of ours is data. */
function moduleUrl(node: Node): string | undefined {
  if (node.type !== 'NewExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'URL')
    return undefined;
  const [path, base] = node.arguments;
  if (path?.type !== 'Literal' || typeof path.value !== 'string' || base?.type !== 'MemberExpression')
    return undefined;
  return base.object.type === 'MetaProperty' && /\.tsx?$/.test(path.value) ? path.value : undefined;
}
