/** A long answer is read row by row: parsing twenty thousand rows at once would hold up the trackers. */
import { setImmediate as turn } from 'node:timers/promises';

/** Of a text up to this length `JSON.parse` takes some ms. */
const shortText = 512 * 1024;
/** So much is looked at before others get their turn. */
const textPerTurn = 256 * 1024;

/** Parses a JSON text; the rows of a long one's longest list are parsed in turns. Throws a SyntaxError. */
export async function parseInTurns(text: string): Promise<unknown> {
  if (text.length <= shortText) return JSON.parse(text);
  const start = text.search(/\[\s*\{/);
  if (start < 0) throw new SyntaxError('a long answer without a list of rows');
  const rows: unknown[] = [];
  let depth = 0;
  let rowAt = 0;
  let turnAt = start + textPerTurn;
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === openBrace || code === openBracket) {
      if (depth === 0) rowAt = at;
      depth += 1;
    } else if (code === closeBrace || code === closeBracket) {
      if (depth === 0) break;
      depth -= 1;
      if (depth === 0) rows.push(JSON.parse(text.slice(rowAt, at + 1)));
    }
    if (at > turnAt) {
      turnAt = at + textPerTurn;
      await turn();
    }
  }
  // what is around the list, with a list of one mark in its place
  const around: unknown = JSON.parse(`${text.slice(0, start)}["${mark}"]${text.slice(at + 1)}`);
  return putBack(around, rows);
}

const mark = 'atalaia:rows';
const quote = 0x22;
const backslash = 0x5c;
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at > 0) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
    at = text.indexOf('"', at + 1);
  }
  return text.length;
}

function putBack(value: unknown, rows: unknown[]): unknown {
  if (Array.isArray(value)) return value[0] === mark ? rows : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, putBack(held, rows)]));
}
