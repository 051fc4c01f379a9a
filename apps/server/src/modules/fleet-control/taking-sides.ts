/** One side of a difference from the fleet-control provider is taken: both are looked at as they are now, then one is written. */
import type { HeldLease } from '../../platform/db/leases/leases.ts';
import { isAlike, refused, type TakenDifference, type TakeOutcome } from '../../resources/compared-system.ts';
import {
  customerChanges,
  deviceChanges,
  localCustomer,
  localDevice,
  newCustomer,
  newDevice,
  remoteCustomer,
  remoteDevice,
  valuesOf,
} from './fields.ts';
import { createRemoteCreation, type RemoteCreation, storeCreation } from './local-only-steps.ts';
import {
  endPending,
  findRecord,
  linkRecords,
  nextClients,
  nextTrackers,
  storeRecords,
} from './remote-records-queries.ts';
import { bareCode, type Remote, type RemoteKind, recordOf, reference, serialOf } from './remote-values.ts';
import { createRemoteWrites, refusalOf } from './remote-writes.ts';
import { findOnlyGroup, oneAtATime } from './runs-queries.ts';
import { sendRecord } from './sending-step.ts';
import type { SyncContext } from './sync-context.ts';

export async function takeSide(
  context: SyncContext,
  difference: TakenDifference,
  lease: HeldLease,
): Promise<TakeOutcome> {
  if (difference.kind === 'onlyHere') {
    return difference.side === 'here'
      ? createThere(context, difference)
      : endHere(context, difference, lease);
  }
  if (difference.kind === 'onlyThere') {
    return difference.side === 'there' ? createHere(context, difference, lease) : refused('notPossible');
  }
  return difference.side === 'there' ? takeTheirs(context, difference, lease) : takeOurs(context, difference);
}

async function localOf(
  { kysely, caller, customers, devices }: SyncContext,
  { noun, localId }: TakenDifference,
  db = kysely,
) {
  const ids = localId === null ? [] : [localId];
  if (noun === 'customer') {
    const [row] = await customers.match(db, caller, { ids, documents: [] });
    return row && { row, values: localCustomer(row) };
  }
  const [row] = await devices.match(db, caller, { ids, plates: [], uniqueIds: [] });
  return row && { row, values: localDevice(row) };
}

function remoteOf({ noun, remoteKey }: TakenDifference): {
  readonly kind: RemoteKind;
  readonly remoteId: number;
} {
  if (noun === 'customer') return { kind: 'client', remoteId: Number(remoteKey) };
  const [kind = '', id] = (remoteKey ?? '').split(' ');
  return { kind: kind === 'vehicle' ? 'vehicle' : 'tracker', remoteId: Number(id) };
}

/** What was last read there is stored here; by then it must not say something else here. */
async function takeTheirs(
  context: SyncContext,
  difference: TakenDifference,
  lease: HeldLease,
): Promise<TakeOutcome> {
  const { noun, localId, field, there } = difference;
  return context.commit(async (transaction, publish) => {
    const local = await localOf(context, difference, transaction);
    if (!local || localId === null || there === null) return refused('goneHere');
    const now = local.values[field] ?? null;
    if (!isAlike(now, difference.here)) {
      return isAlike(now, there) ? { state: 'taken' } : { state: 'changed', here: now, there };
    }
    const { caller } = context;
    const values = { [field]: there };
    if (noun === 'customer') {
      await context.customers.changeWithin(transaction, publish, caller, [
        { id: localId, values: customerChanges(values) },
      ]);
    } else {
      if (field === 'uniqueId' && (await context.devices.taken([there], transaction)).size > 0)
        return refused('taken');
      const { attributes, ...columns } = deviceChanges(values);
      await context.devices.changeWithin(transaction, publish, caller, [
        { id: localId, ...columns, ...(Object.keys(attributes).length > 0 && { attributes }) },
      ]);
    }
    await endPending(transaction, context.run.user_id, remoteOf(difference), values);
    await lease.requireWithin(transaction);
    return { state: 'taken' };
  });
}

/** What is here is sent there and read back; what it says there now is read before. */
async function takeOurs(context: SyncContext, difference: TakenDifference): Promise<TakeOutcome> {
  const { kysely, run, account } = context;
  const { field, localId } = difference;
  const local = await localOf(context, difference);
  const here = local?.values[field] ?? null;
  if (here === null || localId === null) return refused('goneHere');
  const remote = remoteOf(difference);
  try {
    const there = await readAgain(context, difference);
    if (there === undefined) return refused('goneThere');
    if (isAlike(here, there)) return { state: 'taken' };
    if (!isAlike(here, difference.here) || !isAlike(there, difference.there))
      return { state: 'changed', here, there };
    const record = { ...remote, localId, pending: { [field]: here } };
    const { saved, refusals } = await sendRecord(context, record);
    if (!(field in saved)) {
      const [refusal] = refusals;
      return refused(refusal?.reason ?? 'notSavedThere', refusal?.said ?? null);
    }
    await context.commit((transaction) => endPending(transaction, run.user_id, remote, saved));
    await readAgain(context, difference);
    return { state: 'taken' };
  } catch (error) {
    const { reason, said } = await refusalOf(error, account);
    return refused(reason, said);
  }

  /** The value there now, whose record is stored anew; undefined for a record that is gone. */
  async function readAgain(within: SyncContext, asked: TakenDifference): Promise<string | null | undefined> {
    const writes = createRemoteWrites(within);
    const { kind, remoteId } = remoteOf(asked);
    const reading = { userId: run.user_id, runId: run.id };
    const stored = await findRecord(kysely, run.user_id, kind, { remoteId });
    if (!stored) return undefined;
    const store = async (of: RemoteKind, row: Remote) => {
      const record = recordOf(of, row);
      if (record) await storeRecords(kysely, reading, of, [record]);
    };
    if (kind === 'client') {
      const row = await writes.find('client', recordOf('client', stored.data)?.key ?? '');
      if (!row || reference(row.id) !== remoteId) return undefined;
      await store('client', row);
      return remoteCustomer(row, null)[asked.field] ?? null;
    }
    const tracker = kind === 'tracker' ? await writes.find('tracker', serialOf(stored.data) ?? '') : null;
    if (kind === 'tracker' && (!tracker || reference(tracker.id) !== remoteId)) return undefined;
    if (tracker) await store('tracker', tracker);
    const data = tracker ?? stored.data;
    const plate = bareCode(data.placa);
    const isOfVehicle = Object.keys(valuesOf('vehicle', { [asked.field]: '' })).length > 0;
    const vehicle = isOfVehicle && plate ? await writes.find('vehicle', plate) : undefined;
    if (vehicle) await store('vehicle', vehicle);
    const simCardId = reference(data.simCardId);
    const card = !isOfVehicle && simCardId !== null ? await account.simCard(simCardId) : undefined;
    if (card) await store('simCard', card);
    const operatorId = reference(card?.operadoraId);
    const operator =
      operatorId === null ? null : ((await account.operator(operatorId))?.descricao as string | null);
    const client = reference(vehicle?.clienteId);
    const owner =
      client === null ? undefined : await findRecord(kysely, run.user_id, 'client', { remoteId: client });
    const customerId = owner?.localId ?? null;
    const values = remoteDevice({
      tracker: tracker ?? null,
      vehicle: vehicle ?? null,
      simCard: card ?? null,
      operator,
      customerId,
    });
    return values[asked.field] ?? null;
  }
}

async function createThere(context: SyncContext, difference: TakenDifference): Promise<TakeOutcome> {
  const local = await localOf(context, difference);
  if (!local) return refused('goneHere');
  const creation = createRemoteCreation(context);
  const made: RemoteCreation =
    'cpf_cnpj' in local.row ? await creation.customer(local.row) : await creation.device(local.row);
  await context.commit((transaction) =>
    storeCreation(transaction, context, { kind: difference.noun, localId: local.row.id }, made),
  );
  return made.link ? { state: 'taken' } : refused(made.reason ?? 'notSavedThere', made.said);
}

async function createHere(
  context: SyncContext,
  difference: TakenDifference,
  lease: HeldLease,
): Promise<TakeOutcome> {
  const { kysely, run, caller, customers, devices } = context;
  const { kind, remoteId } = remoteOf(difference);
  const groupId = caller.administrator
    ? run.group_id
    : (run.group_id ?? (await findOnlyGroup(kysely, caller.userId)));
  const reading = { userId: run.user_id, runId: run.id };
  return oneAtATime(context, async (transaction, publish): Promise<TakeOutcome> => {
    if (kind === 'client') {
      const [record] = await nextClients(transaction, reading, remoteId - 1, 1);
      if (record?.remoteId !== remoteId || record.key === '') return refused('goneThere');
      if (!caller.administrator && groupId === null) return refused('groupNeeded');
      const [before] = await customers.match(transaction, caller, { documents: [record.key], ids: [] });
      const values = remoteCustomer(record.data, record.situation);
      const [made] = before
        ? [before]
        : await customers.createWithin(transaction, publish, caller, [
            newCustomer(record.key, values, groupId),
          ]);
      if (made)
        await linkRecords(transaction, run.user_id, kind, [
          { remoteId, localId: made.id, base: before ? {} : values, pending: null },
        ]);
    } else {
      const [record] = await nextTrackers(transaction, reading, remoteId - 1, 1);
      if (record?.remoteId !== remoteId) return refused('goneThere');
      if (!record.vehicle) return refused('noVehicle');
      if ((await devices.taken([record.key], transaction)).size > 0) return refused('taken');
      if ((await devices.capacity(caller, transaction)) < 1) return refused('deviceLimit');
      const values = remoteDevice({ ...record, tracker: record.data });
      const [made] = await devices.createWithin(transaction, publish, caller, [
        newDevice(values, record.vehicle, groupId),
      ]);
      if (made)
        await linkRecords(transaction, run.user_id, kind, [
          { remoteId, localId: made.id, base: values, pending: null },
        ]);
    }
    await lease.requireWithin(transaction);
    return { state: 'taken' };
  });
}

/** Nothing is removed for another system's sake: a customer becomes inactive, a device disabled. */
async function endHere(
  context: SyncContext,
  difference: TakenDifference,
  lease: HeldLease,
): Promise<TakeOutcome> {
  const { noun, localId } = difference;
  if (localId === null) return refused('goneHere');
  return context.commit(async (transaction, publish): Promise<TakeOutcome> => {
    if (!(await localOf(context, difference, transaction))) return refused('goneHere');
    const { caller } = context;
    if (noun === 'customer') {
      await context.customers.changeWithin(transaction, publish, caller, [
        { id: localId, values: { status: 'inactive' } },
      ]);
    } else
      await context.devices.changeWithin(transaction, publish, caller, [{ id: localId, disabled: true }]);
    await lease.requireWithin(transaction);
    return { state: 'taken' };
  });
}
