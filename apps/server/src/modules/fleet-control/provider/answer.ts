/**
 * The provider's envelope: `{ data, errorMessage, message }`. An `errorMessage` is a failure even with 200, and so is an
 * `errorcode` beside it; lists are in `data.lista`, or are `data` itself.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { ProviderFailed } from '../../../errors/outbound-errors.ts';
import { externalText } from '../../../platform/outbound/external-text.ts';

// A long answer is read row by row: parsing twenty thousand rows at once would hold up the trackers.

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

export interface RowList {
  readonly rows: readonly Row[];
  /** How many the list held with those that are no rows at all. */
  readonly given: number;
  /** `data.sumario.contador`, where the provider gives it. */
  readonly total: number | undefined;
}

/**
 * The `data` of an answer. Throws `refused` with the provider's words, in which the secrets are hidden, and `unreadable`
 * for anything but its envelope.
 */
export async function dataIn(text: string, secrets: readonly string[]): Promise<unknown> {
  const answer = await parsed(text);
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    throw new ProviderFailed('unreadable');
  }
  const refusal = refusalIn(answer, secrets);
  if (refusal !== undefined) throw new ProviderFailed('refused', { words: refusal || null });
  return 'data' in answer ? answer.data : null;
}

/** The words of a refusal that came with a status of its own; null where there are none. */
export async function wordsIn(text: string | undefined, secrets: readonly string[]): Promise<string | null> {
  const answer = await parsed(text ?? '').catch(() => undefined);
  if (typeof answer !== 'object' || answer === null) return null;
  return refusalIn(answer, secrets) || null;
}

/** The same of an answer that may be any text: a page of HTML is read without its marks. */
export async function anyWordsIn(text: string, secrets: readonly string[]): Promise<string | null> {
  const words = await wordsIn(text, secrets);
  return words ?? (externalText(text.replaceAll(/<[^>]*>/g, ' '), longestMessage, secrets) || null);
}

/** Some ms of this thread's work. */
const rowsPerTurn = 200;

/** The rows of a list. Throws `unreadable` for anything that is none; no list at all is no list. */
export async function listIn(data: unknown): Promise<RowList> {
  const lista = Array.isArray(data) ? data : isRow(data) ? data.lista : undefined;
  if (!Array.isArray(lista)) throw new ProviderFailed('unreadable');
  const sumario = isRow(data) ? data.sumario : undefined;
  const total = isRow(sumario) ? Number(sumario.contador ?? Number.NaN) : Number.NaN;
  const rows: Row[] = [];
  for (const [at, row] of lista.entries()) {
    if (isRow(row)) rows.push(bareRow(row));
    if (at % rowsPerTurn === rowsPerTurn - 1) await turn();
  }
  return {
    rows,
    given: lista.length,
    total: Number.isSafeInteger(total) && total >= 0 ? total : undefined,
  };
}

const longestMessage = 500;

function refusalIn(answer: object, secrets: readonly string[]): string | undefined {
  const { errorMessage, errorcode, errorCode, message } = answer as Record<string, unknown>;
  const isRefusal = [errorMessage, errorcode, errorCode].some(isGiven);
  if (!isRefusal) return undefined;
  const words = [errorMessage, message, errorcode ?? errorCode].find(isGiven);
  const text = typeof words === 'object' ? JSON.stringify(bareRow({ words }).words) : String(words);
  return externalText(text, longestMessage, secrets);
}

const isGiven = (value: unknown) => value !== null && value !== undefined && value !== '' && value !== 0;

async function parsed(text: string): Promise<unknown> {
  try {
    return await parseInTurns(text);
  } catch (error) {
    throw new ProviderFailed('unreadable', { cause: error });
  }
}

// The provider's values without what no database takes.

export type Row = Readonly<Record<string, unknown>>;

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** No thing of the provider is nested so deeply; what lies deeper is left out. */
const deepest = 16;

/**
 * Serial numbers, plates and brands come with blanks around them, and a blank alone means no value. NUL and half
 * characters, which PostgreSQL refuses, are left out of texts and names.
 */
export function bareRow(row: Row, depth = 0): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [storable(name), bare(value, depth + 1)]),
  );
}

function bare(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return storable(value).trim();
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) return null;
  return isRow(value) ? bareRow(value, depth) : (value as unknown[]).map((one) => bare(one, depth + 1));
}

const storable = (text: string) => text.replaceAll(/\0|\p{Surrogate}/gu, '');
