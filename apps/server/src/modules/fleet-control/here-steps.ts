/** What exists only here: told, or, where that was asked for, created at the provider. */
import type { FleetControlStep } from '@atalaia/contract/fleet-control-sync';
import { writeAudit } from '../../writing/audit.ts';
import { customerHere } from './customer-fields.ts';
import { deviceHere } from './device-fields.ts';
import { type Finding, found, incompleteKinds, insertFindings } from './findings-queries.ts';
import { nextCustomersHere, nextDevicesHere } from './here-queries.ts';
import { createNewThere, type NewThere } from './new-there.ts';
import { writeProgress } from './runs-queries.ts';
import {
  afterStep,
  type Place,
  readingOf,
  type Step,
  type SyncContext,
  thingsAtOnce,
} from './sync-context.ts';
import { linkThings, storeThings } from './things-queries.ts';

export const customersHereStep: Step = async (context, cursor) => {
  const { kysely, caller, run } = context;
  if (await isUnread(context, ['client'])) return tell(context, afterStep('customersHere'), []);
  const limit = run.sends_new ? 1 : thingsAtOnce;
  const rows = await nextCustomersHere(kysely, caller, readingOf(context), cursor, limit);
  const place = placeOf('customersHere', rows.at(-1)?.id);
  const told = rows.map((row) => ({ kind: 'customer', name: row.name, localId: row.id }) as const);
  const [row] = rows;
  if (!run.sends_new || !row) return tell(context, place, told);
  const made = await createNewThere(context).customer(row, customerHere(row));
  return note(context, place, { kind: 'customer', name: row.name, localId: row.id }, made);
};

export const devicesHereStep: Step = async (context, cursor) => {
  const { kysely, caller, run } = context;
  if (await isUnread(context, ['vehicle', 'tracker'])) return tell(context, afterStep('devicesHere'), []);
  const limit = run.sends_new ? 1 : thingsAtOnce;
  const rows = await nextDevicesHere(kysely, caller, readingOf(context), cursor, limit);
  const place = placeOf('devicesHere', rows.at(-1)?.id);
  const nameOf = (here: (typeof rows)[number]) => deviceHere(here).plate ?? here.name;
  const told = rows.map((row) => ({ kind: 'device', name: nameOf(row), localId: row.id }) as const);
  const [row] = rows;
  if (!run.sends_new || !row) return tell(context, place, told);
  const made = await createNewThere(context).device(row.id, deviceHere(row));
  return note(context, place, { kind: 'device', name: nameOf(row), localId: row.id }, made);
};

/** Who knows a part of a list only cannot say what stands here alone. */
async function isUnread({ kysely, run }: SyncContext, kinds: readonly string[]): Promise<boolean> {
  const incomplete = await incompleteKinds(kysely, run.id);
  return kinds.some((kind) => incomplete.has(kind));
}

function placeOf(step: FleetControlStep, last: number | undefined): Place {
  return last === undefined ? afterStep(step) : { step, cursor: last };
}

const refusals: ReadonlySet<string> = new Set(['refusedThere', 'notSavedThere']);

type Told = Pick<Finding, 'kind' | 'name' | 'localId'>;

async function tell({ commit, run }: SyncContext, place: Place, told: readonly Told[]): Promise<Place> {
  await commit(async (transaction) => {
    const findings = told.map((one) => found({ ...one, outcome: 'notMatched', reason: 'onlyHere' }));
    await insertFindings(transaction, run.id, findings);
    await writeProgress(transaction, run.id, place);
  });
  return place;
}

async function note(context: SyncContext, place: Place, told: Told, made: NewThere): Promise<Place> {
  const { commit, run, caller } = context;
  await commit(async (transaction) => {
    const { things, link, isNew, reason, said } = made;
    for (const { kind, thing } of things) await storeThings(transaction, readingOf(context), kind, [thing]);
    if (link) {
      const { kind, remoteId, base } = link;
      await linkThings(transaction, run.user_id, kind, [
        { remoteId, localId: told.localId, base, pending: null },
      ]);
    }
    const remoteId = link?.remoteId ?? null;
    if (isNew) {
      await insertFindings(transaction, run.id, [found({ ...told, outcome: 'sentNew', remoteId })]);
      await writeAudit(transaction, caller, {
        action: 'send',
        noun: told.kind === 'customer' ? 'customer' : 'device',
        objectId: told.localId,
        details: { to: 'fleet-control' },
      });
    }
    if (reason) {
      const outcome = refusals.has(reason) ? 'refused' : 'notMatched';
      await insertFindings(transaction, run.id, [found({ ...told, outcome, reason, said })]);
    }
    await writeProgress(transaction, run.id, { ...place, more: { of: place.step, count: 1 } });
  });
  return place;
}
