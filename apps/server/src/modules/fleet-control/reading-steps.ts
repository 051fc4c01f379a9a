/** The first half of a run: everything the provider holds is read, page by page, and noted. */
import type { FleetControlKind, FleetControlStep } from '@atalaia/contract/fleet-control-sync';
import type { FleetControlAccount } from '../../integrations/fleet-control/fleet-control.ts';
import type { PageOfRows } from '../../integrations/fleet-control/paging.ts';
import { piecesOf } from '../../reading/pieces-of.ts';
import { documentOf } from './customer-fields.ts';
import { serialOf } from './device-fields.ts';
import { found, insertFindings } from './findings-queries.ts';
import { bareCode, digits, type Remote, reference, word } from './remote-values.ts';
import { writeProgress } from './runs-queries.ts';
import { afterStep, readingOf, type Step, type SyncContext, thingsAtOnce } from './sync-context.ts';
import { storeThings, type ThingKind, type ThingSeen } from './things-queries.ts';

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

function read(list: ReadList): Step {
  return async (context, cursor) => {
    let held: PageOfRows[] = [];
    let notedMs = performance.now();
    for await (const page of list.pages(context.account, cursor)) {
      held.push(page);
      const rows = held.reduce((sum, one) => sum + one.rows.length, 0);
      const isDue = rows >= rowsNotedAtOnce || performance.now() - notedMs >= notedAtLeastEveryMs;
      if (page.next !== undefined && !isDue) continue;
      await note(context, list, held);
      held = [];
      notedMs = performance.now();
      context.signal.throwIfAborted();
    }
    return afterStep(list.step);
  };
}

/** The pages' rows, and that they were read, in one transaction. */
async function note(context: SyncContext, list: ReadList, pages: readonly PageOfRows[]): Promise<void> {
  const { step, kind } = list;
  const last = pages.at(-1);
  const rows = pages.flatMap((page) => page.rows);
  const things = rows.flatMap((row): ThingSeen[] => {
    const remoteId = reference(row.id);
    return remoteId === null ? [] : [{ ...list.thingOf(row), remoteId, data: row }];
  });
  await context.commit(async (transaction) => {
    for (const piece of piecesOf(thingsAtOnce, things)) {
      await storeThings(transaction, readingOf(context), kind, piece);
    }
    if (last?.isIncomplete || things.length < rows.length) {
      const finding = { kind: list.toldAs, outcome: 'notMatched', reason: 'incomplete', name: '' } as const;
      await insertFindings(transaction, context.run.id, [found(finding)]);
    }
    const place = last?.next === undefined ? afterStep(step) : { step, cursor: last.next };
    await writeProgress(transaction, context.run.id, {
      ...place,
      more: { of: step, count: things.length },
      ...(last?.total !== undefined && { total: { of: step, count: last.total } }),
    });
  });
}

async function* onePage(list: ReturnType<FleetControlAccount['situations']>): Pages {
  const { rows, total } = await list;
  yield { rows, total, next: undefined, isIncomplete: false };
}
