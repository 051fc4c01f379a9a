/** Trackers there become devices here, known by the number their packets carry, else by the vehicle's plate. */
import type { DeviceInput } from '@atalaia/contract/devices/device';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { Publish } from '../../queries/commit.ts';
import type { DevicesBulkService } from '../devices/devices-bulk-service.ts';
import { deviceChanges, localDevice, newDevice, type RemoteDevice, remoteDevice } from './fields.ts';
import { carryOut, emptyPlan, type FindingName, type Plan, planMerge } from './matching.ts';
import {
  nextTrackerless,
  nextTrackers,
  type RemoteRecord,
  type TrackerRecord,
} from './remote-records-queries.ts';
import { bareCode, type Values } from './remote-values.ts';
import { type Finding, found, oneAtATime, unsureKinds } from './runs-queries.ts';
import {
  afterStep,
  type Place,
  readingOf,
  recordsAtOnce,
  type Step,
  type SyncContext,
} from './sync-context.ts';

type DeviceMatch = Awaited<ReturnType<DevicesBulkService['match']>>[number];
type DevicePlan = Plan<DeviceInput, Parameters<DevicesBulkService['changeWithin']>[3][number]>;
type Reason = NonNullable<Finding['reason']>;

export const devicesStep: Step = (context, cursor) =>
  oneAtATime(context, async (transaction, publish) => {
    const records = await nextTrackers(transaction, readingOf(context), cursor, recordsAtOnce);
    const { caller, devices, run } = context;
    const serials = records.flatMap(({ key }) => key || []);
    const plates = records.flatMap(({ data, vehicle }) => bareCode(vehicle?.placa ?? data.placa) ?? []);
    const ids = records.flatMap(({ localId }) => localId ?? []);
    const matches = await devices.match(transaction, caller, { ids, uniqueIds: serials, plates });
    const taken = serials.length > 0 ? await devices.taken(serials, transaction) : new Set<string>();
    const seen = new Set(matches.map(({ unique_id }) => unique_id));
    const candidates = candidatesOf(matches);
    const plan: DevicePlan = emptyPlan();
    for (const record of exactFirst(records, seen)) planTracker(record);
    return writePlan(context, transaction, publish, plan, { step: 'devices', kind: 'tracker', records });

    function planTracker(record: TrackerRecord): void {
      const remote = { ...record, tracker: record.data };
      const values = remoteDevice(remote);
      const name = nameOf(record, values);
      const plate = values.plate ?? bareCode(record.data.placa);
      const isUsable = record.key !== '' && record.isFirst;
      const match = isUsable ? candidates.find(record.localId, record.key, plate) : undefined;
      const reason = ((): Reason | null => {
        if (record.key === '') return 'noSerial';
        if (!record.isFirst) return 'twiceThere';
        if (match) return match === 'several' ? 'severalHere' : null;
        if (!record.vehicle) return 'noVehicle';
        return taken.has(record.key) ? 'taken' : null;
      })();
      if (reason) plan.findings.push(found({ ...name, outcome: 'notMatched', reason }));
      else if (match && match !== 'several') planMatch(plan, record, match, remote, taken);
      else {
        const input = newDevice(values, record.vehicle, run.group_id);
        plan.created.push({ record, name, providerValues: values, input });
      }
    }
  });

/** So that no device is taken by its plate before the tracker of its number comes. */
export const exactFirst = (records: readonly TrackerRecord[], seen: ReadonlySet<string>) => [
  ...records.filter(({ localId, key }) => localId !== null || seen.has(key)),
  ...records.filter(({ localId, key }) => localId === null && !seen.has(key)),
];

/** Vehicles without a tracker: of a device here they bring what a vehicle knows. */
export const trackerlessStep: Step = (context, cursor) =>
  oneAtATime(context, async (transaction, publish) => {
    // a tracker that was not read may be in one of them
    const isKnown = !(await unsureKinds(transaction, context.run.id)).has('tracker');
    const records = isKnown
      ? await nextTrackerless(transaction, readingOf(context), cursor, recordsAtOnce)
      : [];
    const plates = records.flatMap(({ key }) => key || []);
    const ids = records.flatMap(({ localId }) => localId ?? []);
    const matches = await context.devices.match(transaction, context.caller, { ids, uniqueIds: [], plates });
    const candidates = candidatesOf(matches);
    const plan: DevicePlan = emptyPlan();
    for (const record of records) {
      const remote = { vehicle: record.data, customerId: record.customerId };
      const match = record.isFirst ? candidates.find(record.localId, '', record.key || null) : undefined;
      if (match && match !== 'several') planMatch(plan, record, match, remote, new Set());
      else {
        const reason = !record.isFirst ? 'twiceThere' : match === 'several' ? 'severalHere' : 'noTracker';
        const name = { ...nameOf(record, remoteDevice(remote)), kind: 'vehicle' } as const;
        plan.findings.push(found({ ...name, outcome: 'notMatched', reason }));
      }
    }
    return writePlan(context, transaction, publish, plan, { step: 'trackerless', kind: 'vehicle', records });
  });

async function writePlan(
  context: SyncContext,
  transaction: Kysely<Schema>,
  publish: Publish,
  plan: DevicePlan,
  {
    step,
    kind,
    records,
  }: {
    readonly step: 'devices' | 'trackerless';
    readonly kind: 'tracker' | 'vehicle';
    readonly records: readonly RemoteRecord[];
  },
): Promise<Place> {
  const { caller, devices } = context;
  const last = records.at(-1);
  const place = last ? { step, cursor: last.remoteId } : afterStep(step);
  const capacity = plan.created.length > 0 ? await devices.capacity(caller, transaction) : 0;
  for (const { name } of plan.created.splice(capacity)) {
    plan.findings.push(found({ ...name, outcome: 'notMatched', reason: 'deviceLimit' }));
  }
  await carryOut(context, transaction, plan, {
    kind,
    place,
    handled: { of: step, count: records.length },
    async create(inputs) {
      const made = await devices.createWithin(transaction, publish, caller, inputs);
      const ids = new Map(made.map(({ uniqueId, id }) => [uniqueId, id]));
      return inputs.map(({ uniqueId }) => ids.get(uniqueId) ?? 0);
    },
    change: (changes) => devices.changeWithin(transaction, publish, caller, changes),
  });
  return place;
}

/** The matched devices by what they are known by; each is taken once. */
export function candidatesOf(matches: readonly DeviceMatch[]) {
  const byId = new Map(matches.map((match) => [match.id, match]));
  const byUniqueId = new Map(matches.map((match) => [match.unique_id, match]));
  const byPlate = Map.groupBy(matches, (match) => localDevice(match).plate ?? null);
  const taken = new Set<number>();
  return {
    /** `several`: more than one device here has the plate. */
    find(localId: number | null, serial: string, plate: string | null): DeviceMatch | 'several' | undefined {
      const linked = localId === null ? undefined : byId.get(localId);
      const exact = linked ?? (serial === '' ? undefined : byUniqueId.get(serial));
      const free = plate ? (byPlate.get(plate) ?? []).filter(({ id }) => !taken.has(id)) : [];
      if (!exact && free.length > 1) return 'several';
      const match = exact ?? free[0];
      if (!match || taken.has(match.id)) return undefined;
      taken.add(match.id);
      return match;
    },
  };
}

const nameOf = ({ key, remoteId }: RemoteRecord, values: Values): FindingName => ({
  kind: 'device',
  name: values.plate ?? values.name ?? key,
  remoteId,
});

/**
 * Plans what two sides of one device agree on. A device that is reporting keeps the number that it reports, and a
 * number that another device has is nobody else's.
 */
function planMatch(
  plan: DevicePlan,
  record: RemoteRecord,
  match: DeviceMatch,
  remote: RemoteDevice,
  takenIds: ReadonlySet<string>,
): void {
  const providerValues = remoteDevice(remote);
  const localValues = localDevice(match);
  const { uniqueId = null } = providerValues;
  const name = nameOf(record, providerValues);
  const reason = ((): Reason | null => {
    if (uniqueId === null || uniqueId === localValues.uniqueId) return null;
    if (match.hasReported) return 'heard';
    return takenIds.has(uniqueId) ? 'taken' : null;
  })();
  const isMadeUp = localValues.name === providerValues.plate || localValues.name === providerValues.uniqueId;
  const { take, send } = planMerge(plan, {
    record,
    name,
    localId: match.id,
    localValues,
    providerValues,
    may: {
      take: (field) => field !== 'uniqueId' || reason === null,
      // a vehicle without a name there got one here that nobody gave it
      send: (field) =>
        field !== 'model' &&
        (field !== 'customerId' || Boolean(remote.vehicle)) &&
        !(field === 'name' && isMadeUp),
    },
  });
  if (reason && send.uniqueId === undefined) {
    const fields = [{ name: 'uniqueId', from: localValues.uniqueId ?? null, to: uniqueId }];
    plan.findings.push(found({ ...name, outcome: 'notMatched', localId: match.id, reason, fields }));
  }
  if (Object.keys(take).length === 0) return;
  const { attributes, ...columns } = deviceChanges(take);
  plan.changes.push({
    id: match.id,
    ...columns,
    ...(Object.keys(attributes).length > 0 && { attributes }),
  });
}
