/** What exists only here: reported, or, where that was requested, created at the provider. */
import type { FleetControlStep } from '@atalaia/contract/providers/fleet-control-sync';
import { writeAudit } from '../../queries/audit.ts';
import { localDevice } from './fields.ts';
import { type Finding, found, incompleteKinds, insertFindings } from './findings-queries.ts';
import { createRemoteCreation, type RemoteCreation } from './remote-creation.ts';
import { linkRecords, nextLocalCustomers, nextLocalDevices, storeRecords } from './remote-records-queries.ts';
import type { RemoteKind } from './remote-values.ts';
import { writeProgress } from './runs-queries.ts';
import {
  afterStep,
  type Place,
  readingOf,
  recordsAtOnce,
  type Step,
  type SyncContext,
} from './sync-context.ts';

type About = Pick<Finding, 'kind' | 'name' | 'localId'>;

interface LocalOnly<Row> {
  readonly step: FleetControlStep;
  /** Lists that must have been read whole: of a part of them nobody can say what exists here alone. */
  readonly lists: readonly RemoteKind[];
  next(context: SyncContext, after: number, limit: number): Promise<readonly Row[]>;
  about(row: Row): About;
  create(context: SyncContext, row: Row): Promise<RemoteCreation>;
}

const localOnlyStep =
  <Row>({ step, lists, next, about, create }: LocalOnly<Row>): Step =>
  async (context, cursor) => {
    const { kysely, run } = context;
    const incomplete = await incompleteKinds(kysely, run.id);
    const isUnread = lists.some((kind) => incomplete.has(kind));
    const rows = isUnread ? [] : await next(context, cursor, run.sends_new ? 1 : recordsAtOnce);
    const last = rows.at(-1);
    const place = last === undefined ? afterStep(step) : { step, cursor: about(last).localId };
    if (last === undefined || !run.sends_new) await report(context, place, rows.map(about));
    else await note(context, place, about(last), await create(context, last));
    return place;
  };

export const localCustomersStep = localOnlyStep({
  step: 'customersHere',
  lists: ['client'],
  next: (context, after, limit) =>
    nextLocalCustomers(context.kysely, context.caller, readingOf(context), after, limit),
  about: ({ id, name }) => ({ kind: 'customer', name, localId: id }),
  create: (context, row) => createRemoteCreation(context).customer(row),
});

export const localDevicesStep = localOnlyStep({
  step: 'devicesHere',
  lists: ['vehicle', 'tracker'],
  next: (context, after, limit) =>
    nextLocalDevices(context.kysely, context.caller, readingOf(context), after, limit),
  about: (row) => ({ kind: 'device', name: localDevice(row).plate ?? row.name, localId: row.id }),
  create: (context, row) => createRemoteCreation(context).device(row),
});

async function report({ commit, run }: SyncContext, place: Place, rows: readonly About[]): Promise<void> {
  await commit(async (transaction) => {
    const findings = rows.map((one) => found({ ...one, outcome: 'notMatched', reason: 'onlyHere' }));
    await insertFindings(transaction, run.id, findings);
    await writeProgress(transaction, run.id, place);
  });
}

const refusals: ReadonlySet<string> = new Set(['refusedThere', 'notSavedThere']);

/** Stores what was read back of a creation, with its finding and how far the run came. */
async function note(context: SyncContext, place: Place, about: About, made: RemoteCreation): Promise<void> {
  const { commit, run, caller } = context;
  const { records, link, isNew, reason, said } = made;
  await commit(async (transaction) => {
    for (const { kind, record } of records) {
      await storeRecords(transaction, readingOf(context), kind, [record]);
    }
    if (link) {
      const { kind, remoteId, base } = link;
      const one = { remoteId, localId: about.localId, base, pending: null };
      await linkRecords(transaction, run.user_id, kind, [one]);
    }
    const remoteId = link?.remoteId ?? null;
    if (isNew) {
      await insertFindings(transaction, run.id, [found({ ...about, outcome: 'sentNew', remoteId })]);
      await writeAudit(transaction, caller, {
        action: 'send',
        noun: about.kind === 'customer' ? 'customer' : 'device',
        objectId: about.localId,
        details: { to: 'fleet-control' },
      });
    }
    if (reason) {
      const outcome = refusals.has(reason) ? 'refused' : 'notMatched';
      await insertFindings(transaction, run.id, [found({ ...about, outcome, reason, said })]);
    }
    await writeProgress(transaction, run.id, { ...place, more: { of: place.step, count: 1 } });
  });
}
