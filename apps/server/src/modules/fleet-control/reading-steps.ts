/** The first half of a run: everything the provider holds is read page by page, and stored. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { piecesOf } from '../../queries/read-ids.ts';
import type { PageOfRows } from './provider/account-calls.ts';
import { analyzeRecords, hasShrunk, storeRecords } from './remote-records-queries.ts';
import { type RemoteKind, recordKinds, recordOf } from './remote-values.ts';
import { found, insertFindings, writeProgress } from './runs-queries.ts';
import { afterStep, readingOf, restMs, type Step, type SyncContext } from './sync-context.ts';

const kindOfStep = {
  situations: 'situation',
  operators: 'operator',
  clients: 'client',
  vehicles: 'vehicle',
  trackers: 'tracker',
  simCards: 'simCard',
} as const satisfies Readonly<Record<string, RemoteKind>>;

type ReadingStep = keyof typeof kindOfStep;

const lastStep = 'simCards' satisfies ReadingStep;

export const readingSteps = Object.fromEntries(
  (Object.keys(kindOfStep) as ReadingStep[]).map((step) => [step, read(step)]),
) as Readonly<Record<ReadingStep, Step>>;

/** Pages are stored together, so that not each of hundreds waits for a disk of its own. */
const rowsStoredAtOnce = 500;
const storedAtLeastEveryMs = 100;

/** What of a list was read: from which row on, and how its reading began. */
interface Sitting {
  readonly from: number;
  /** Nothing of this list was stored before. */
  readonly isFirst: boolean;
  /** Its beginning was read before a stop. */
  readonly isResumed: boolean;
}

function read(step: ReadingStep): Step {
  return async (context, cursor) => {
    let waiting: PageOfRows[] = [];
    let storedMs = performance.now();
    let sitting: Sitting = { from: cursor, isFirst: cursor === 0, isResumed: cursor > 0 };
    for await (const page of recordKinds[kindOfStep[step]].pages(context.account, cursor)) {
      waiting.push(page);
      const rows = waiting.reduce((sum, one) => sum + one.rows.length, 0);
      const isDue = rows >= rowsStoredAtOnce || performance.now() - storedMs >= storedAtLeastEveryMs;
      if (page.next !== undefined && !isDue) continue;
      await store(context, step, waiting, sitting);
      sitting = { ...sitting, from: page.next ?? 0, isFirst: false };
      waiting = [];
      storedMs = performance.now();
      context.signal.throwIfAborted();
    }
    if (step === lastStep) await analyzeRecords(context.kysely);
    return afterStep(step);
  };
}

/** Stores the pages' rows in transactions of so many; with the last of them, that the pages were read. */
async function store(
  context: SyncContext,
  step: ReadingStep,
  pages: readonly PageOfRows[],
  { from, isFirst, isResumed }: Sitting,
): Promise<void> {
  const kind = kindOfStep[step];
  const runId = context.run.id;
  const last = pages.at(-1);
  const isOver = last?.next === undefined;
  const place = isOver ? afterStep(step) : { step, cursor: last.next };
  const total = last?.total === undefined ? {} : { total: { of: step, count: last.total } };
  const rows = pages.length === 1 ? (pages[0]?.rows ?? []) : pages.flatMap((page) => page.rows);
  const pieces = rows.length === 0 ? [rows] : [...piecesOf(rowsStoredAtOnce, rows)];
  let isWhole = !last?.isIncomplete;
  for (const [at, piece] of pieces.entries()) {
    const records = piece.flatMap((row) => recordOf(kind, row) ?? []);
    const more = { of: step, count: records.length, isAnew: isFirst && at === 0 };
    const isEnd = at === pieces.length - 1;
    isWhole &&= records.length === piece.length;
    await context.commit(async (transaction) => {
      await storeRecords(transaction, readingOf(context), kind, records);
      if (!isEnd) return writeProgress(transaction, runId, { step, cursor: from, more, ...total });
      if (!isWhole || (isOver && (await isDoubtful(transaction, context, kind)))) {
        const findingKind = kind === 'situation' ? 'client' : kind;
        const finding = { kind: findingKind, outcome: 'notMatched', reason: 'incomplete', name: '' } as const;
        await insertFindings(transaction, runId, [found(finding)]);
      }
      const resumed = isOver && isResumed ? { resumedKind: kind } : {};
      return writeProgress(transaction, runId, { ...place, more, ...total, ...resumed });
    });
    if (!isEnd) await sleep(restMs, undefined, { signal: context.signal });
  }
}

/** A list that lost so much was rather not given than emptied; situations are few, and keep what they meant. */
async function isDoubtful(db: Kysely<Schema>, context: SyncContext, kind: RemoteKind): Promise<boolean> {
  return kind !== 'situation' && (await hasShrunk(db, readingOf(context), kind));
}
