/** One change of many rows of a noun, which can be undone for some seconds; a removal is carried out after them. */
import {
  type BulkChange,
  type BulkNounWord,
  type BulkRefused,
  type BulkUndone,
  bulkUndoSeconds,
  mostBulkRows,
  mostRefusedNamed,
} from '@atalaia/contract/bulk-change';
import type { ErrorCode } from '@atalaia/contract/errors';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { AppError, fieldRefusal, notFound } from '../../errors/app-error.ts';
import { passingCode } from '../../errors/database-errors.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { type Access, requireAccess } from '../../platform/http/route-access.ts';
import { writeAudit, writeAudits } from '../../queries/audit.ts';
import type { Commit, Publish } from '../../queries/commit.ts';
import { piecesOf } from '../../queries/read-ids.ts';
import { actingFor, type Caller } from '../../visibility/caller.ts';
import {
  type BulkChangeRow,
  type BulkColumn,
  type BulkRow,
  lockKept,
  lockNamed,
  lockSeen,
  planRemoval,
  postponeRemoval,
  readActor,
  readBulkChanges,
  setBulk,
  takeBulkChange,
  takeDueRemoval,
  undoBulk,
} from './bulk-changes-queries.ts';

/** What differs between nouns whose rows are changed many at once. */
export interface BulkNoun {
  readonly noun: BulkNounWord;
  /** Who may write it at all. */
  readonly writing: Access;
  /** What many of them are given at once, by the words of the contract. */
  readonly columns: Readonly<Record<string, BulkColumn>>;
  /** Columns that `requireRow` reads, beside number and name. */
  readonly judgedBy?: readonly string[];
  /** All that a list shows that is filtered so. */
  find(caller: Caller, filter: object): Promise<{ readonly ids: Iterable<number> }>;
  /** What is to be locked before the rows are. */
  lockWithin?(within: Kysely<Schema>): Promise<void>;
  /** Throws where nothing may be given this value; null for none. */
  requireValue?(within: Kysely<Schema>, caller: Caller, act: string, value: string | null): Promise<void>;
  /** Throws where the caller may not change this row so, or not remove it. `isUndo`: it gets back what it had before his change. */
  requireRow?(
    caller: Caller,
    row: BulkRow,
    changes: Readonly<Record<string, unknown>> | 'remove',
    isUndo?: boolean,
  ): void;
  /** What follows from a column that was changed; throws where it may not be so. */
  changed(
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    ids: readonly number[],
    act: string,
  ): Promise<void>;
  /** Removes rows that may be, each with its line in the audit. */
  removeWithin(
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    ids: readonly number[],
  ): Promise<void>;
}

export interface BulkRequest {
  readonly ids?: readonly number[] | undefined;
  readonly filter?: object | undefined;
  /** How many rows the caller confirmed. */
  readonly count?: number | undefined;
  readonly change: Readonly<Record<string, unknown>>;
}

export interface BulkChangesParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly nouns: readonly BulkNoun[];
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

export interface BulkChangesService {
  /** What the caller can still undo, the newest first. */
  list(caller: Caller, noun: BulkNounWord): Promise<BulkChange[]>;
  /** Throws `not-found` when one of the numbers is not seen, `list-changed` for another count; nothing is changed then. */
  change(caller: Caller, noun: BulkNounWord, request: BulkRequest): Promise<BulkChange>;
  /** Throws `not-found` once its time is over. */
  undo(caller: Caller, noun: BulkNounWord, id: string): Promise<BulkUndone>;
  /** Carries out the removals whose time is over. For a timer. */
  removeDue(signal: AbortSignal): Promise<void>;
}

/** Audit lines of one statement. */
const linesAtOnce = 1000;

const typed = ({ type }: BulkColumn, value: string | null) =>
  value === null || type === 'text' ? value : (JSON.parse(value) as number | boolean);

/** A line for each with what it had and has; `idOf` is the change, by the word of what was done. */
async function note(
  within: Kysely<Schema>,
  caller: Caller,
  { noun, columns }: BulkNoun,
  act: string,
  rows: readonly { readonly id: number; readonly from: string | null; readonly to: string | null }[],
  idOf: Readonly<Record<string, string>>,
) {
  const given = columnOf(columns, act);
  for (const piece of piecesOf(linesAtOnce, rows)) {
    const entries = piece.map(({ id: objectId, from, to }) => {
      const values = { [given.column]: [typed(given, from), typed(given, to)] };
      const details = { changed: [given.column], values, ...idOf };
      return { action: 'update', noun, objectId, details } as const;
    });
    await writeAudits(within, caller, entries);
  }
}

function columnOf(columns: BulkNoun['columns'], act: string): BulkColumn {
  const column = columns[act];
  if (!column) throw new Error(`nothing is given by ${act}`);
  return column;
}

/** Those that may be changed so, and why the others stay as they are. */
function judged(rows: readonly BulkRow[], require: (row: BulkRow) => void) {
  const allowed: number[] = [];
  const refused: BulkRefused['named'] = [];
  for (const row of rows) {
    try {
      require(row);
      allowed.push(row.id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ id: row.id, name: row.name, code: error.code });
    }
  }
  return { allowed, refused };
}

/** Those that may be removed now; until the end of the transaction nothing more keeps them. */
async function removable(within: Kysely<Schema>, caller: Caller, noun: BulkNoun, rows: readonly BulkRow[]) {
  const ids = rows.map(({ id }) => id);
  const kept = await lockKept(within, caller, noun.noun, ids);
  return judged(rows, (row) => {
    noun.requireRow?.(caller, row, 'remove');
    if (kept.has(row.id)) throw new AppError('in-use', 'something hangs on it');
  });
}

/** Rows get back what they had and is there: those that he sees and may change so, and that nobody has changed meanwhile. */
async function giveBack(
  within: Kysely<Schema>,
  publish: Publish,
  caller: Caller,
  noun: BulkNoun,
  { id: undone, act, rowIds, before, after }: BulkChangeRow,
): Promise<BulkUndone> {
  await noun.lockWithin?.(within);
  const column = columnOf(noun.columns, act);
  const had = new Map(rowIds.map((id, at) => [id, before?.[at] ?? null]));
  // as a removal of what they name does: it first, then the rows
  const named = await lockNamed(within, column, [...had.values()]);
  const rows = await lockSeen(within, caller, noun, rowIds);
  const { allowed, refused } = judged(rows, (row) => {
    const value = had.get(row.id) ?? null;
    noun.requireRow?.(caller, row, { [column.column]: typed(column, value) }, true);
    if (!named.has(value)) throw new AppError('reference-not-found', 'what it had is gone');
  });
  const change = { ids: allowed, before: allowed.map((id) => had.get(id) ?? null), after };
  const back = new Set(await undoBulk(within, noun.noun, column, change));
  const lines = [...back].map((id) => ({ id, from: after, to: had.get(id) ?? null }));
  await note(within, caller, noun, act, lines, { undone });
  if (back.size > 0) await noun.changed(within, publish, caller, [...back], act);
  const stayed = new Set(allowed.filter((id) => !back.has(id)));
  const edited = rows.flatMap(({ id, name }) =>
    stayed.has(id) ? [{ id, name, code: 'edited-meanwhile' as const }] : [],
  );
  return { count: back.size, ...refusedOf([...refused, ...edited], rowIds.length - rows.length) };
}

/** Who ordered a removal is told of rows that stay nowhere else. */
async function noteRefused(
  within: Kysely<Schema>,
  { id, noun, userId, address }: BulkChangeRow,
  codes: readonly ErrorCode[],
): Promise<void> {
  const actor = { user: await readActor(within, userId), address };
  const entries = [...new Set(codes)].map((code) => {
    const refused = codes.filter((one) => one === code).length;
    return { action: 'remove-refused', noun, details: { bulk: id, refused, code } } as const;
  });
  await writeAudits(within, actor, entries);
}

export function createBulkChanges({ kysely, commit, nouns, log }: BulkChangesParts): BulkChangesService {
  const byWord = new Map(nouns.map((noun) => [noun.noun, noun]));
  function nounOf(word: BulkNounWord): BulkNoun {
    const noun = byWord.get(word);
    if (!noun) throw new Error(`${word} is not changed many at once`);
    return noun;
  }

  async function idsOf(caller: Caller, noun: BulkNoun, { ids, filter, count }: BulkRequest) {
    if ((ids === undefined) === (filter === undefined))
      throw fieldRefusal('invalid-input', { path: 'ids', message: 'either numbers or a filter' });
    const all = [...new Set(ids ?? (await noun.find(caller, filter ?? {})).ids)];
    if (all.length > mostBulkRows)
      throw fieldRefusal('invalid-input', { path: 'filter', message: `fits more than ${mostBulkRows}` });
    if (count !== undefined && count !== all.length)
      throw new AppError('list-changed', `it would be ${all.length} rows by now: nothing is changed`);
    return all;
  }

  return {
    list: async (caller, word) =>
      (await readBulkChanges(kysely, caller.userId, word)).map((row) => presented(row)),

    async change(caller, word, request) {
      const noun = nounOf(word);
      const ids = await idsOf(caller, noun, request);
      return commit(async (transaction, publish) => {
        await noun.lockWithin?.(transaction);
        const rows = await lockSeen(transaction, caller, noun, ids);
        const seen = new Set(rows.map(({ id }) => id));
        // what a filter fitted and somebody removed since is left out
        const hidden = request.ids?.find((id) => !seen.has(id));
        if (hidden !== undefined) throw notFound(word, hidden);
        const by = { noun: word, userId: caller.userId, address: caller.address };
        const plan = { ...by, undoSeconds: bulkUndoSeconds };
        const [act = '', given] = Object.entries(request.change)[0] ?? [];
        if (act === 'remove') {
          const { allowed, refused } = await removable(transaction, caller, noun, rows);
          const planned = await planRemoval(transaction, { ...plan, ids: allowed });
          const details = { [`${word}s`]: allowed.length, bulk: planned.id };
          await writeAudit(transaction, caller, { action: 'remove-asked', noun: word, details });
          return presented(planned, refused);
        }
        const column = columnOf(noun.columns, act);
        const value = given === null || (given === 0 && column.type === 'integer') ? null : String(given);
        await noun.requireValue?.(transaction, caller, act, value);
        const changes = { [column.column]: typed(column, value) };
        const { allowed, refused } = judged(rows, (row) => noun.requireRow?.(caller, row, changes));
        const changed = await setBulk(transaction, { ...plan, ids: allowed }, act, column, value);
        const lines = changed.rowIds.map((id, at) => ({ id, from: changed.before?.[at] ?? null, to: value }));
        await note(transaction, caller, noun, act, lines, { bulk: changed.id });
        if (lines.length > 0) await noun.changed(transaction, publish, caller, changed.rowIds, act);
        return presented(changed, refused);
      });
    },

    undo: (caller, word, id) =>
      commit(async (transaction, publish) => {
        const noun = nounOf(word);
        const change = await takeBulkChange(transaction, caller.userId, word, id);
        if (!change) throw new AppError('not-found', 'the time to undo it is over');
        const { act, rowIds } = change;
        if (act === 'remove') {
          const details = { [`${word}s`]: rowIds.length, bulk: id };
          await writeAudit(transaction, caller, { action: 'remove-undone', noun: word, details });
          return { count: rowIds.length };
        }
        return giveBack(transaction, publish, caller, noun, change);
      }),

    ...createDueRemovals(commit, log, nounOf),
  };
}

/** The removals whose time is over, each in a transaction of its own. */
function createDueRemovals(
  commit: Commit,
  log: BulkChangesParts['log'],
  nounOf: (word: BulkNounWord) => BulkNoun,
): Pick<BulkChangesService, 'removeDue'> {
  async function carryOut(within: Kysely<Schema>, publish: Publish, due: BulkChangeRow) {
    const noun = nounOf(due.noun);
    const acting = await actingFor(within, due.userId);
    if (!acting) {
      log.warn({ user: due.userId }, 'rows stay: whoever was to remove them may not sign in');
      return noteRefused(within, due, codesOf(due, 'unauthenticated'));
    }
    const caller: Caller = { ...acting, address: due.address, via: 'bearer' };
    requireAccess(noun.writing, caller);
    await noun.lockWithin?.(within);
    const rows = await lockSeen(within, caller, noun, due.rowIds);
    const { allowed, refused } = await removable(within, caller, noun, rows);
    // what is there no more, or seen by him no more, is not removed by him
    const hidden = due.rowIds.length - rows.length;
    const codes = [...refused.map(({ code }) => code), ...Array<ErrorCode>(hidden).fill('not-found')];
    if (codes.length > 0) {
      log.warn({ noun: due.noun, rows: codes.length }, 'some rows that were to be removed stay');
      await noteRefused(within, due, codes);
    }
    if (allowed.length > 0) await noun.removeWithin(within, publish, caller, allowed);
  }

  return {
    async removeDue(signal) {
      let taken: string | undefined;
      const removeOne = () =>
        commit(async (transaction, publish) => {
          taken = undefined;
          const due = await takeDueRemoval(transaction);
          taken = due?.id;
          if (due) await carryOut(transaction, publish, due);
          return due !== undefined;
        });
      for (let isMore = true; isMore && !signal.aborted; ) {
        isMore = await removeOne().catch(async (error: unknown) => {
          const id = taken;
          if (id === undefined || passingCode(error)) throw error;
          if (error instanceof AppError && error.status < 500) {
            // it may be removed no more: he may only read by now, say
            log.warn({ reason: error.message }, 'rows that were to be removed stay');
            await commit(async (transaction) => {
              const due = await takeDueRemoval(transaction, id);
              if (due) await noteRefused(transaction, due, codesOf(due, error.code));
            });
          } else {
            log.error({ err: error, bulk: id }, 'rows could not be removed; tried again in a minute');
            await commit((transaction) => postponeRemoval(transaction, id));
          }
          return true;
        });
      }
    },
  };
}

const codesOf = ({ rowIds }: BulkChangeRow, code: ErrorCode) => rowIds.map(() => code);

const presented = (
  { id, act, rowIds, secondsLeft }: BulkChangeRow,
  refused: BulkRefused['named'] = [],
): BulkChange => ({
  ...{ id, act, count: rowIds.length, secondsLeft },
  ...(act === 'remove' && { ids: [...rowIds] }),
  ...refusedOf(refused),
});

/** `hidden` are so many more that he does not see. */
function refusedOf(refused: BulkRefused['named'], hidden = 0): { readonly refused?: BulkRefused } {
  const count = refused.length + hidden;
  return count === 0 ? {} : { refused: { count, named: refused.slice(0, mostRefusedNamed) } };
}
