/** What was changed here goes to the provider, one thing after the other, and is read back. */
import { writeAudit } from '../../writing/audit.ts';
import { type Finding, found, insertFindings } from './findings-queries.ts';
import type { Values } from './merge-fields.ts';
import { type RemoteRefusal, refusalOf } from './remote-refusal.ts';
import { createRemoteSaving, type RemoteSaving, type Saved, valuesOf } from './remote-saving.ts';
import { bareCode, reference } from './remote-values.ts';
import { writeProgress } from './runs-queries.ts';
import { afterStep, type Place, readingOf, type Step, type SyncContext } from './sync-context.ts';
import { countPending, endPending, findThing, nextPending, type PendingThing } from './things-queries.ts';

export const sendingStep: Step = async (context, cursor) => {
  const { kysely, run } = context;
  const thing = await nextPending(kysely, readingOf(context));
  if (!thing) {
    const place = afterStep('sending');
    await writeProgress(kysely, run.id, place);
    return place;
  }
  const total = cursor === 0 ? await countPending(kysely, readingOf(context)) : undefined;
  const { saved, refusals, name } = await send(context, thing);
  const place: Place = { step: 'sending', cursor: cursor + 1 };
  await context.commit(async (transaction) => {
    const missing = without(thing.pending, saved);
    const told = { ...name, localId: thing.localId, remoteId: thing.remoteId };
    const findings: Finding[] = [];
    if (Object.keys(saved).length > 0) {
      findings.push(found({ ...told, outcome: 'sent', fields: fieldsOf(saved) }));
      await writeAudit(transaction, context.caller, {
        action: 'send',
        noun: told.kind === 'customer' ? 'customer' : 'device',
        objectId: thing.localId,
        details: { to: 'fleet-control', changed: Object.keys(saved) },
      });
    }
    if (Object.keys(missing).length > 0) {
      const [refusal = { reason: 'notSavedThere', said: null } as const] = refusals;
      findings.push(found({ ...told, outcome: 'refused', ...refusal, fields: fieldsOf(missing) }));
    }
    await insertFindings(transaction, run.id, findings);
    await endPending(transaction, run.user_id, thing, saved);
    await writeProgress(transaction, run.id, {
      ...place,
      more: { of: 'sending', count: 1 },
      ...(total !== undefined && { total: { of: 'sending', count: total } }),
    });
  });
  return place;
};

interface Sent {
  readonly saved: Values;
  readonly refusals: readonly RemoteRefusal[];
  readonly name: Pick<Finding, 'kind' | 'name'>;
}

async function send(context: SyncContext, thing: PendingThing): Promise<Sent> {
  const { kysely, run, account } = context;
  const saving = createRemoteSaving(account);
  const refusals: RemoteRefusal[] = [];
  const held = await findThing(kysely, run.user_id, thing.kind, { remoteId: thing.remoteId });
  const data = held?.data ?? { id: thing.remoteId };
  const tried = async (work: () => Promise<Saved>): Promise<Saved> => {
    try {
      return await work();
    } catch (error) {
      refusals.push(await refusalOf(error, account));
      return { row: undefined, saved: {} };
    }
  };
  if (thing.kind === 'client') {
    const { saved } = await tried(() => saving.saveClient(data, thing.pending));
    return { saved, refusals, name: { kind: 'customer', name: String(data.nome ?? '') } };
  }
  const saved = await sendDevice(context, saving, thing, data, tried);
  const name = String(data.placa || data.veiculo || data.equipamento || '');
  return { saved, refusals, name: { kind: 'device', name } };
}

async function sendDevice(
  { kysely, run }: SyncContext,
  saving: RemoteSaving,
  { kind, pending }: PendingThing,
  data: Readonly<Record<string, unknown>>,
  tried: (work: () => Promise<Saved>) => Promise<Saved>,
): Promise<Values> {
  let saved: Values = {};
  /** A tracker that names no vehicle stands in the one of its plate. */
  const vehicleOfPlate = async () => {
    const plate = bareCode(data.placa);
    return plate === null
      ? undefined
      : (await findThing(kysely, run.user_id, 'vehicle', { key: plate }))?.data;
  };
  const isTracker = kind === 'tracker';
  const ofVehicle = valuesOf('vehicle', pending);
  if (Object.keys(ofVehicle).length > 0) {
    const vehicleId = reference(data.veiculoId);
    const vehicle = isTracker
      ? vehicleId === null
        ? await vehicleOfPlate()
        : (await findThing(kysely, run.user_id, 'vehicle', { remoteId: vehicleId }))?.data
      : data;
    const customerId = Number(ofVehicle.customerId ?? 0);
    const client = customerId
      ? await findThing(kysely, run.user_id, 'client', { localId: customerId })
      : undefined;
    if (vehicle) {
      const done = await tried(() => saving.changeVehicle(vehicle, ofVehicle, client?.remoteId ?? null));
      saved = { ...saved, ...done.saved };
    }
  }
  if (!isTracker) return saved;
  const ofCard = valuesOf('simCard', pending);
  let newCardId: number | null = null;
  if (Object.keys(ofCard).length > 0) {
    const cardId = reference(data.simCardId);
    const card =
      cardId === null ? undefined : await findThing(kysely, run.user_id, 'simCard', { remoteId: cardId });
    const done = await tried(() => saving.saveSimCard(card?.data, ofCard));
    if (card || !done.row) saved = { ...saved, ...done.saved };
    else {
      // a new card counts when the tracker bears it
      newCardId = reference(done.row.id);
      const borne = await tried(() => saving.changeTracker(data, {}, newCardId));
      if (borne.row && reference(borne.row.simCardId) === newCardId) saved = { ...saved, ...done.saved };
    }
  }
  const ofTracker = valuesOf('tracker', pending);
  if (Object.keys(ofTracker).length > 0) {
    const done = await tried(() => saving.changeTracker(data, ofTracker, newCardId));
    saved = { ...saved, ...done.saved };
  }
  return saved;
}

function without(all: Values, some: Values): Values {
  return Object.fromEntries(Object.entries(all).filter(([field]) => !(field in some)));
}

const fieldsOf = (values: Values): Finding['fields'] =>
  Object.entries(values).map(([name, to]) => ({ name, from: null, to }));
