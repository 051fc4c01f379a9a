/** What the parser does not list among a module's imports: `import('…')` in a type, and the file of a worker. */
import type { Node, Program } from 'oxc-parser';

export interface UnlistedImport {
  readonly specifier: string;
  readonly typeOnly: boolean;
  /** Offset in the text. */
  readonly start: number;
}

/** Both kinds, in the order of the text. */
export function unlistedImports(program: Program): UnlistedImport[] {
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
