import { type Node, parseSync } from 'oxc-parser';

/** Lines of one function, from its first to its last. */
export const mostFunctionLines = 120;

/** Named functions of a file that have too many lines, with the line where each begins. */
export function longFunctionsIn(path: string, text: string): readonly { name: string; line: number }[] {
  const lines = text.split('\n').length;
  if (lines <= mostFunctionLines) return [];
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  return parseSync(path, text).program.body.flatMap((statement) =>
    functionsOf(statement)
      .filter(({ body }) => lineAt(body.end) - lineAt(body.start) >= mostFunctionLines)
      .map(({ name, body }) => ({ name, line: lineAt(body.start) })),
  );
}

interface NamedFunction {
  readonly name: string;
  readonly body: Node;
}

/** The functions that a statement of a module declares: what is inside one counts as its part. */
function functionsOf(statement: Node): NamedFunction[] {
  const declared =
    statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? statement) : statement;
  if (declared.type === 'FunctionDeclaration') return [{ name: declared.id?.name ?? '', body: declared }];
  if (declared.type !== 'VariableDeclaration') return [];
  return declared.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' &&
    (init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression')
      ? [{ name: id.name, body: init }]
      : [],
  );
}
