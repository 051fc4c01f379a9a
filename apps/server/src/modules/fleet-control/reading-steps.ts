/** The first half of a run: everything the provider holds is read, page by page, and noted. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FleetControlKind, FleetControlStep } from '@atalaia/contract/fleet-control-sync';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { FleetControlAccount } from '../../integrations/fleet-control/fleet-control.ts';
import type { PageOfRows } from '../../integrations/fleet-control/paging.ts';
import { piecesOf } from '../../reading/pieces-of.ts';
import { documentOf } from './customer-fields.ts';
import { serialOf } from './device-fields.ts';
import { found, insertFindings } from './findings-queries.ts';
import { bareCode, digits, type Remote, reference, word } from './remote-values.ts';
import { writeProgress } from './runs-queries.ts';
import { afterStep, readingOf, restMs, type Step, type SyncContext, thingsAtOnce } from './sync-context.ts';
import { hasShrunk, storeThings, type ThingKind, type ThingSeen } from './things-queries.ts';

type Pages = AsyncGenerator<PageOfRows>;

interface ReadList {
  readonly step: FleetControlStep;
  readonly kind: ThingKind;
  /** Under which name a list that ended too early is told. */
  readonly toldAs: FleetControlKind;
  pages(account: FleetControlAccount, skip: number): Pages;
  /** All of a row but its number and content. */
  thingOf(row: Remote): Omit<ThingSeen, 'remoteId' | 'data'>;
}

const described = (row: Remote) => ({ key: word(row.descricao)?.toLowerCase() ?? '' });

const situations: ReadList = {
  step: 'situations',
  kind: 'situation',
  toldAs: 'client',
  pages: (account) => onePage(account.situations()),
  thingOf: described,
};

const operators: ReadList = {
  step: 'operators',
  kind: 'operator',
  toldAs: 'operator',
  pages: (account) => onePage(account.operators()),
  thingOf: described,
};

const clients: ReadList = {
  step: 'clients',
  kind: 'client',
  toldAs: 'client',
  pages: (account, skip) => account.clients(skip),
  // of a client it is the situation that is referred to
  thingOf: (row) => ({ key: documentOf(row) ?? '', clientId: reference(row.situacaoClienteId) }),
};

const vehicles: ReadList = {
  step: 'vehicles',
  kind: 'vehicle',
  toldAs: 'vehicle',
  pages: (account, skip) => account.vehicles(skip),
  thingOf: (row) => ({ key: bareCode(row.placa) ?? '', clientId: reference(row.clienteId) }),
};

const trackers: ReadList = {
  step: 'trackers',
  kind: 'tracker',
  toldAs: 'tracker',
  pages: (account, skip) => account.trackers(skip),
  thingOf: (row) => ({
    key: serialOf(row) ?? '',
    plate: bareCode(row.placa),
    vehicleId: reference(row.veiculoId),
    simCardId: reference(row.simCardId),
  }),
};

const simCards: ReadList = {
  step: 'simCards',
  kind: 'simCard',
  toldAs: 'simCard',
  pages: (account, skip) => account.simCards(skip),
  thingOf: (row) => ({ key: digits(row.numeroChip) ?? '', operatorId: reference(row.operadoraId) }),
};

export const readingSteps = Object.fromEntries(
  [situations, operators, clients, vehicles, trackers, simCards].map((list) => [list.step, read(list)]),
) as Readonly<Record<'situations' | 'operators' | 'clients' | 'vehicles' | 'trackers' | 'simCards', Step>>;

/** Pages are noted together, so that not each of hundreds waits for a disk of its own. */
const rowsNotedAtOnce = 500;
const notedAtLeastEveryMs = 100;

/** Where a list stands: its row the noted ones begin at, and how its reading began. */
interface Sitting {
  readonly from: number;
  /** Nothing of this list was noted before. */
  readonly isFirst: boolean;
  /** A sitting before it read its beginning. */
  readonly isResumed: boolean;
}

function read(list: ReadList): Step {
  return async (context, cursor) => {
    let held: PageOfRows[] = [];
    let notedMs = performance.now();
    let sitting: Sitting = { from: cursor, isFirst: cursor === 0, isResumed: cursor > 0 };
    for await (const page of list.pages(context.account, cursor)) {
      held.push(page);
      const rows = held.reduce((sum, one) => sum + one.rows.length, 0);
      const isDue = rows >= rowsNotedAtOnce || performance.now() - notedMs >= notedAtLeastEveryMs;
      if (page.next !== undefined && !isDue) continue;
      await note(context, list, held, sitting);
      sitting = { ...sitting, from: page.next ?? 0, isFirst: false };
      held = [];
      notedMs = performance.now();
      context.signal.throwIfAborted();
    }
    return afterStep(list.step);
  };
}

/** The pages' rows in transactions of so many; that they were read is noted with the last of them. */
async function note(
  context: SyncContext,
  list: ReadList,
  pages: readonly PageOfRows[],
  { from, isFirst, isResumed }: Sitting,
): Promise<void> {
  const { step } = list;
  const last = pages.at(-1);
  const place = last?.next === undefined ? afterStep(step) : { step, cursor: last.next };
  const rows = pages.length === 1 ? (pages[0]?.rows ?? []) : pages.flatMap((page) => page.rows);
  const total = last?.total === undefined ? {} : { total: { of: step, count: last.total } };
  let count = 0;
  let at = 0;
  do {
    const piece = rows.slice(at, at + rowsNotedAtOnce);
    const isAnew = isFirst && at === 0;
    at += rowsNotedAtOnce;
    const isEnd = at >= rows.length;
    await context.commit(async (transaction) => {
      const stored = await store(transaction, context, list, piece);
      count += stored;
      const more = { of: step, count: stored, isAnew };
      if (!isEnd) {
        await writeProgress(transaction, context.run.id, { step, cursor: from, more, ...total });
        return;
      }
      const isWhole = count === rows.length && !last?.isIncomplete;
      const isOver = place.step !== step;
      if (!isWhole || (isOver && (await isDoubtful(transaction, context, list)))) {
        const finding = { kind: list.toldAs, outcome: 'notMatched', reason: 'incomplete', name: '' } as const;
        await insertFindings(transaction, context.run.id, [found(finding)]);
      }
      const resumed = isOver && isResumed ? { resumedKind: list.kind } : {};
      await writeProgress(transaction, context.run.id, { ...place, more, ...total, ...resumed });
    });
    if (!isEnd) await sleep(restMs, undefined, { signal: context.signal });
  } while (at < rows.length);
}

/** Returns how many of the rows were things that can be told apart. */
async function store(
  db: Kysely<Schema>,
  context: SyncContext,
  list: ReadList,
  rows: readonly Remote[],
): Promise<number> {
  let count = 0;
  for (const piece of piecesOf(thingsAtOnce, rows)) {
    const things = piece.flatMap((row): ThingSeen[] => {
      const remoteId = reference(row.id);
      return remoteId === null ? [] : [{ ...list.thingOf(row), remoteId, data: row }];
    });
    await storeThings(db, readingOf(context), list.kind, things);
    count += things.length;
  }
  return count;
}

/** A list that lost so much was rather not given than emptied; situations are few, and keep what they meant. */
async function isDoubtful(db: Kysely<Schema>, context: SyncContext, { kind }: ReadList): Promise<boolean> {
  return kind !== 'situation' && (await hasShrunk(db, readingOf(context), kind));
}

async function* onePage(list: ReturnType<FleetControlAccount['situations']>): Pages {
  const { rows, given, total } = await list;
  yield { rows, total, next: undefined, isIncomplete: rows.length < given };
}
