import { setImmediate } from 'node:timers/promises';
import type {
  SimCardQuery,
  SimColumn,
  SimList,
  SimListQuery,
  SimPreview,
  SimUpload,
} from '@atalaia/contract/providers/reconciliation';
import { readTypedNumber } from '@atalaia/domain/units/number-text';
import { foldText } from '@atalaia/domain/units/search-text';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import { jsonList } from '../../queries/page.ts';
import type { Caller } from '../../visibility/caller.ts';
import {
  deleteList,
  describeCards,
  findCards,
  type ReadCard,
  readLists,
  replaceList,
  sumCards,
} from './sim-cards-queries.ts';

type Cells = readonly (readonly unknown[])[];

export interface SimCardsParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  /** The cells of a file, row by row: UTF-8 or Latin-1, by `;` or `,`, or a workbook. */
  readonly readCells: (file: Uint8Array<ArrayBuffer>, signal: AbortSignal) => Promise<Cells>;
}

export type SimCardsService = ReturnType<typeof createSimCards>;

const mostCards = 200_000;
/** Then others have their turn. */
const linesPerTurn = 1_000;
const sampledRows = 5;
const mostReais = 1_000_000;
const dayMs = 86_400_000;

export function createSimCards({ kysely, commit, readCells }: SimCardsParts) {
  async function readFile(file: Uint8Array<ArrayBuffer>, signal: AbortSignal) {
    const cells = await readCells(file, signal);
    const filled: { readonly line: number; readonly values: readonly unknown[] }[] = [];
    // a title above the headings fills one cell
    let [several, single] = [-1, -1];
    for (const [index, values] of cells.entries()) {
      if (index % linesPerTurn === 0) await setImmediate();
      const count = values.filter((cell) => textOf(cell) !== '').length;
      if (count > 1 && several < 0) several = index;
      if (count === 1 && single < 0) single = index;
      if (count > 0) filled.push({ line: index + 1, values });
    }
    const at = several < 0 ? single : several;
    if (at < 0) throw new AppError('spreadsheet-empty', 'no row of the file holds anything');
    const rows = filled.filter(({ line }) => line > at + 1);
    if (rows.length > mostCards) {
      throw new AppError('spreadsheet-too-large', `the file has ${rows.length} rows`, {
        rows: rows.length,
        most: mostCards,
      });
    }
    return { headings: (cells[at] ?? []).map(textOf), rows };
  }

  return {
    async list(_caller: Caller, query: SimCardQuery) {
      return jsonList(await findCards(kysely, query), (ids) => describeCards(kysely, ids));
    },
    totals: () => sumCards(kysely),
    lists: (): Promise<SimList[]> => readLists(kysely),

    async preview(file: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<SimPreview> {
      const { headings, rows } = await readFile(file, signal);
      return {
        headings,
        rows: rows
          .slice(0, sampledRows)
          .map(({ values }) => headings.map((_, at) => textOf(values[at]).slice(0, 100))),
        count: rows.length,
        guessed: guessed(headings),
      };
    },

    /** Stores the list, or nothing: throws a refusal of a heading that the file does not have. */
    async upload(
      caller: Caller,
      query: SimListQuery,
      file: Uint8Array<ArrayBuffer>,
      signal: AbortSignal,
    ): Promise<SimUpload> {
      const { headings, rows } = await readFile(file, signal);
      const places = placesOf(query, headings);
      const isOfConnection = tellsOfConnection(query.status ?? '');
      const read = new Map<string, [ReadCard, ...ReadCard[]]>();
      const skipped: number[] = [];
      let cut = 0;
      for (const [index, { line, values }] of rows.entries()) {
        if (index % linesPerTurn === 0) await setImmediate();
        const of = (column: SimColumn) => textOf(values[places.get(column) ?? -1]);
        if (isDamaged(of('iccid'))) cut += 1;
        const card = cardOf(line, of, isOfConnection);
        if (!card) {
          skipped.push(line);
          continue;
        }
        const key = card.iccid ?? `line ${card.phone}`;
        const before = read.get(key);
        if (before) before.push(card);
        else read.set(key, [card]);
      }
      const cards: ReadCard[] = [];
      for (const lines of read.values()) {
        if (cards.length % linesPerTurn === 0) await setImmediate();
        cards.push(lines.length === 1 ? lines[0] : merged(lines));
      }
      // the list from before stays: a column was chosen that holds something else
      if (cards.length === 0) {
        const path = places.has('iccid') ? 'query.iccid' : 'query.phone';
        const message = 'holds no number in any row of the file';
        throw fieldRefusal('sim-list-without-numbers', { path, message });
      }
      return commit(async (transaction) => {
        const id = await replaceList(transaction, query, caller.user.name, cards);
        const details = { simList: query.provider, cards: cards.length };
        await writeAudit(transaction, caller, { action: 'import', noun: 'server', details });
        signal.throwIfAborted();
        const [list] = await readLists(transaction, id);
        if (!list) throw notFound('SIM list', id);
        return { list, skipped: skipped.slice(0, 1000), skippedCount: skipped.length, cut };
      });
    },

    remove: (caller: Caller, id: number): Promise<void> =>
      commit(async (transaction) => {
        const provider = await deleteList(transaction, id);
        if (provider === undefined) throw notFound('SIM list', id);
        const details = { simList: provider };
        await writeAudit(transaction, caller, { action: 'remove', noun: 'server', details });
      }),
  };
}

/** As a person in Brazil writes it: 4.125 of a workbook is no amount of thousands. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : cell.toISOString();
  if (typeof cell === 'number')
    return (Math.abs(cell) < exactBelow ? String(cell) : cell.toExponential(5)).replace('.', ',');
  return typeof cell === 'string' || typeof cell === 'boolean' ? String(cell).trim() : '';
}

/** A spreadsheet keeps fifteen digits of a number, and writes one of more as 8,955E+19 or with zeros: many cards' by then. */
const exactBelow = 1e15;
const isDamaged = (text: string) =>
  /[\d.,]e\+?\d{1,3}$/i.test(text) || /^\d{15}0{4,5}$/.test(text.replaceAll(/\D/g, ''));

/** What providers call their columns, without accents and capitals; the first pattern that fits a heading decides. */
const known: readonly (readonly [SimColumn, RegExp])[] = [
  ['iccid', /iccid|sim ?card|simcard|numero do chip|^chip$|^sim$/],
  ['phone', /msisdn|linha|telefone|phone|celular|numero|number/],
  ['status', /status|situacao|estado|state/],
  ['plan', /plano|plan|tarifa|pacote|produto/],
  ['monthlyPrice', /mensal|valor|preco|price|custo|cost|fee/],
  [
    'lastData',
    /ultim.*(trafego|dado|conexao|comunic|uso|sess)|last.*(traffic|data|connect|usage|session|seen)/,
  ],
];

/** Whether a line is connected now says nothing of whether it is paid. */
const tellsOfConnection = (heading: string) =>
  /conex|conect|connect|comunic|sess|on-?line/.test(foldText(heading));

function guessed(headings: readonly string[]): Partial<Record<SimColumn, string>> {
  const found: Partial<Record<SimColumn, string>> = {};
  const taken = new Set<string>();
  for (const [column, pattern] of known) {
    const fitting = headings.filter((one) => !taken.has(one) && pattern.test(foldText(one)));
    const better = column === 'status' ? fitting.find((one) => !tellsOfConnection(one)) : undefined;
    const heading = better ?? fitting[0];
    if (heading === undefined) continue;
    found[column] = heading;
    taken.add(heading);
  }
  return found;
}

function placesOf(query: SimListQuery, headings: readonly string[]): ReadonlyMap<SimColumn, number> {
  const places = new Map<SimColumn, number>();
  for (const [column] of known) {
    const heading = query[column];
    if (!heading) continue;
    const at = headings.indexOf(heading);
    if (at < 0) {
      throw fieldRefusal('invalid-input', {
        path: `query.${column}`,
        message: 'names no heading of the file',
      });
    }
    places.set(column, at);
  }
  if (!places.has('iccid') && !places.has('phone')) {
    throw fieldRefusal('invalid-input', {
      path: 'query.iccid',
      message: 'is needed, or a column of phone numbers',
    });
  }
  return places;
}

const ended =
  /cancel|desativ|desabilit|suspen|bloque|^baixa|\bbaixad|\bem baixa\b|encerr|excluid|deactiv|disabled|terminat|retired|blocked|expired|purged/;
/** Of a connection they say only how it is now. */
const off =
  /inativ|inactive|deslig|desconect|disconnect|^(?:n|nao|no|not|false|falso|0)$|^(?:nao ativ|not activ)/;
/** Of a line that works again. */
const unblocked = /desbloque\w*|unblocked/g;

/** Undefined for a line with neither an ICCID nor a phone number. */
function cardOf(
  line: number,
  of: (column: SimColumn) => string,
  isOfConnection: boolean,
): ReadCard | undefined {
  const digits = (column: SimColumn) =>
    isDamaged(of(column)) ? null : of(column).replaceAll(/\D/g, '') || null;
  const iccid = digits('iccid');
  const phone = digits('phone')?.replace(/^0*(?:55(?=\d{10,11}$))?/, '') || null;
  if (iccid === null && phone === null) return undefined;
  const status = of('status') || null;
  const words = foldText(status ?? '').replaceAll(unblocked, '');
  return {
    ...{ line, iccid, phone, status, plan: of('plan') || null },
    isActive: !ended.test(words) && (isOfConnection || !off.test(words)),
    monthlyCents: centsOf(of('monthlyPrice')),
    lastDataAt: instantOf(of('lastData')),
  };
}

/**
 * A card on several lines is one. It is paid where one of them says so, and costs what those cost that are for something else;
 * a line that says the same again costs nothing more.
 */
function merged(lines: readonly [ReadCard, ...ReadCard[]]): ReadCard {
  const paid = lines.filter(({ isActive }) => isActive);
  const [kept = lines[0]] = paid;
  const own = paid.length > 0 ? paid : lines;
  const firstOf = (column: 'phone' | 'plan') => own.find((line) => line[column] !== null)?.[column] ?? null;
  const services = new Map(
    own.map(({ phone, plan, monthlyCents }) => [[phone, plan, monthlyCents].join('\n'), monthlyCents]),
  );
  const prices = [...services.values()].filter((cents) => cents !== null);
  const sum = (paid.length > 0 ? prices : prices.slice(0, 1)).reduce((all, cents) => all + cents, 0);
  const days = lines.flatMap(({ lastDataAt }) => lastDataAt ?? []).sort();
  return {
    ...{ ...kept, phone: firstOf('phone'), plan: firstOf('plan'), lastDataAt: days.at(-1) ?? null },
    monthlyCents: prices.length > 0 ? Math.min(sum, mostReais * 100) : null,
  };
}

/** `R$ 1.250,50`, `1250.5` and `4,9`; null for what is no amount. */
function centsOf(text: string): number | null {
  const amount = readTypedNumber(text.replace('R$', ''), 'pt-BR');
  return amount === undefined || amount < 0 || amount > mostReais ? null : Math.round(amount * 100);
}

/**
 * A day as Brazil or ISO writes it, with its time where it has one; in UTC, since 30 days do not depend on hours. Null for what
 * is no day that was.
 */
function instantOf(text: string): string | null {
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})/.exec(text) ?? [];
  const [, ...iso] = /^(\d{4})[/-](\d{2})[/-](\d{2})/.exec(text) ?? [];
  const parts = iso.length === 3 ? iso : [year, month?.padStart(2, '0'), day?.padStart(2, '0')];
  const date = parts.join('-');
  const ms = Date.parse(`${date}T12:00:00Z`);
  if (Number.isNaN(ms) || ms > Date.now() + dayMs) return null;
  const instant = new Date(ms).toISOString();
  // 31 February would be a day of March
  return instant.startsWith(date) ? instant : null;
}
