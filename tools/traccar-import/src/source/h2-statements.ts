/** The text that H2's `SCRIPT` writes: `CREATE TABLE` with the columns, `INSERT … VALUES (…), (…)` with the rows. */
import { SourceRefused, type SourceRow } from './source.ts';

/** Statements of a text that comes in pieces, without comments and without their semicolon. */
export async function* splitStatements(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let statement = '';
  let quote = '';
  let inComment = false;
  let dash = false;
  for await (const piece of pieces) {
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const character = piece[at] as string;
      if (inComment) {
        if (character !== '\n') continue;
        inComment = false;
        from = at;
      } else if (quote !== '') {
        if (character === quote) quote = '';
      } else if (character === "'" || character === '"') {
        quote = character;
      } else if (character === '-' && dash) {
        statement = (statement + piece.slice(from, at)).replace(/-$/, '');
        inComment = true;
        dash = false;
        continue;
      } else if (character === ';') {
        yield statement + piece.slice(from, at);
        statement = '';
        from = at + 1;
      }
      dash = character === '-' && quote === '';
    }
    if (!inComment) statement += piece.slice(from);
  }
  if (statement.trim() !== '') yield statement;
}

const tableName = String.raw`(?:"?PUBLIC"?\.)?"?(TC_\w+)"?`;
const createForm = new RegExp(String.raw`^\s*CREATE\s[\w\s]*?TABLE\s+${tableName}\s*\(`, 'i');
const insertForm = new RegExp(
  String.raw`^\s*INSERT\s+INTO\s+${tableName}\s*(?:\(([^)]*)\))?\s*VALUES\s*`,
  'i',
);

/** Table and columns of a `CREATE TABLE`, in small letters. */
export function columnsOf(statement: string): { table: string; columns: readonly string[] } | undefined {
  const head = createForm.exec(statement);
  if (!head?.[1]) return undefined;
  const names: string[] = [];
  let depth = 0;
  let start = head[0].length;
  for (let at = start; at < statement.length; at++) {
    const character = statement[at];
    if (character === '(') depth++;
    const ends = depth === 0 && (character === ',' || character === ')');
    if (ends) {
      const name = /^\s*"?(\w+)"?/.exec(statement.slice(start, at))?.[1];
      if (name !== undefined && !/^(CONSTRAINT|PRIMARY|FOREIGN|UNIQUE|CHECK)$/i.test(name)) {
        names.push(name.toLowerCase());
      }
      start = at + 1;
      if (character === ')') break;
    }
    if (character === ')') depth--;
  }
  return { table: head[1].toLowerCase(), columns: names };
}

/** The rows of an `INSERT` into one of Traccar's tables. Throws `SourceRefused` where its columns are not known. */
export function readInsert(
  statement: string,
  known: ReadonlyMap<string, readonly string[]>,
): { table: string; rows: SourceRow[] } | undefined {
  const head = insertForm.exec(statement);
  if (!head?.[1]) return undefined;
  const table = head[1].toLowerCase();
  const named = head[2]?.split(',').map((name) => name.trim().replaceAll('"', '').toLowerCase());
  const columns = named ?? known.get(table);
  if (!columns)
    throw new SourceRefused(
      `the script names no columns of ${table}: write it without NODATA or TABLE options`,
    );
  const rows = [...readTuples(statement, head[0].length)].map((values) => {
    if (values.length !== columns.length) {
      throw new SourceRefused(`a row of ${table} has ${values.length} values for ${columns.length} columns`);
    }
    return Object.fromEntries(columns.map((name, index) => [name, values[index]]));
  });
  return { table, rows };
}

function* readTuples(text: string, from: number): Generator<unknown[]> {
  let at = from;
  while (at < text.length) {
    const open = text.indexOf('(', at);
    if (open === -1) return;
    const values: unknown[] = [];
    at = open + 1;
    for (;;) {
      const end = endOfValue(text, at);
      values.push(readLiteral(text.slice(at, end).trim()));
      at = end + 1;
      if (text[end] !== ',') break;
    }
    yield values;
  }
}

/** Where the value that begins here ends: its comma, or the bracket of its row. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === "'") {
      // two quotes are one within a text: the next round begins at the second
      at = text.indexOf("'", at + 1);
      if (at === -1) break;
    } else if (character === '(') depth++;
    else if (character === ')' && depth-- === 0) return at;
    else if (character === ',' && depth === 0) return at;
  }
  throw new SourceRefused('the script ends within a row: it was cut');
}

const textForm = /'((?:[^']|'')*)'/;

function readLiteral(literal: string): unknown {
  if (/^NULL$/i.test(literal)) return null;
  if (/^(TRUE|FALSE)$/i.test(literal)) return /^t/i.test(literal);
  if (/^[-+]?[\d.]+(?:E[-+]?\d+)?$/i.test(literal)) return Number(literal);
  if (/^X'/i.test(literal))
    return Buffer.from((textForm.exec(literal)?.[1] ?? '').replaceAll(/\s/g, ''), 'hex');
  const text = textForm.exec(literal)?.[1]?.replaceAll("''", "'");
  if (text === undefined) throw new SourceRefused(`a value is not read: ${literal.slice(0, 60)}`);
  if (/^U&'/i.test(literal)) return fromUnicodeEscapes(text);
  // as H2 1.4 writes what is not ASCII: STRINGDECODE('Jo\u00e3o')
  return /^STRINGDECODE\(/i.test(literal) ? fromJavaEscapes(text) : text;
}

function fromUnicodeEscapes(text: string): string {
  return text.replaceAll(/\\(?:\\|\+([\da-f]{6})|([\da-f]{4}))/gi, (all, long?: string, short?: string) =>
    all === '\\\\' ? '\\' : String.fromCodePoint(Number.parseInt(long ?? short ?? '0', 16)),
  );
}

const javaEscapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function fromJavaEscapes(text: string): string {
  return text.replaceAll(/\\(?:u([\da-f]{4})|(.))/gis, (_, code?: string, plain?: string) =>
    code === undefined
      ? (javaEscapes[plain ?? ''] ?? plain ?? '')
      : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
