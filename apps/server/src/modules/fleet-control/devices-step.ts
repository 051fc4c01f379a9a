/** Trackers there become devices here, known by the number their packets carry, else by the vehicle's plate. */
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { Tell } from '../../writing/commit.ts';
import { deviceThere, newDevice } from './device-fields.ts';
import { candidatesOf, type DevicePlan, emptyPlan, nameOf, planMatch } from './devices-plan.ts';
import { type Finding, found, insertFindings, unsureKinds } from './findings-queries.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { bareCode } from './remote-values.ts';
import { writeProgress } from './runs-queries.ts';
import {
  afterStep,
  type Place,
  readingOf,
  type Step,
  type SyncContext,
  thingsAtOnce,
} from './sync-context.ts';
import {
  linkThings,
  nextTrackerless,
  nextTrackers,
  type ThingKind,
  type TrackerThing,
  type VehicleThing,
} from './things-queries.ts';

export const devicesStep: Step = (context, cursor) =>
  oneAtATime(context, async (transaction, tell) => {
    const things = await nextTrackers(transaction, readingOf(context), cursor, thingsAtOnce);
    const last = things.at(-1);
    const place: Place = last ? { step: 'devices', cursor: last.remoteId } : afterStep('devices');
    const { caller, devices, run } = context;
    const serials = things.flatMap(({ key }) => key || []);
    const plates = things.flatMap(({ data, vehicle }) => bareCode(vehicle?.placa ?? data.placa) ?? []);
    const ids = things.flatMap(({ localId }) => localId ?? []);
    const matches = await devices.match(transaction, caller, { ids, uniqueIds: serials, plates });
    const taken = serials.length > 0 ? await devices.taken(serials, transaction) : new Set<string>();
    const seen = new Set(matches.map(({ unique_id }) => unique_id));
    const candidates = candidatesOf(matches);
    const plan = emptyPlan();
    // exact ones first, so that none is taken by a plate before
    for (const thing of sorted(things, seen)) place1(thing);
    await carryOut(context, transaction, tell, plan, 'tracker', {
      ...place,
      count: things.length,
      of: 'devices',
    });
    return place;

    function place1(thing: TrackerThing): void {
      const remote = { ...thing, tracker: thing.data };
      const there = deviceThere(remote);
      const notMatched = (reason: NonNullable<Finding['reason']>) =>
        plan.findings.push(found({ ...nameOf(thing, there), outcome: 'notMatched', reason }));
      if (thing.key === '') notMatched('noSerial');
      else if (!thing.isFirst) notMatched('twiceThere');
      else {
        const match = candidates.find(thing.localId, thing.key, there.plate ?? bareCode(thing.data.placa));
        if (match === 'several') notMatched('severalHere');
        else if (match) planMatch(plan, thing, match, remote, taken);
        else if (!thing.vehicle) notMatched('noVehicle');
        else if (taken.has(thing.key)) notMatched('taken');
        else plan.created.push({ thing, there, input: newDevice(there, thing.vehicle, run.group_id) });
      }
    }
  });

const sorted = (things: readonly TrackerThing[], seen: ReadonlySet<string>) => [
  ...things.filter(({ localId, key }) => localId !== null || seen.has(key)),
  ...things.filter(({ localId, key }) => localId === null && !seen.has(key)),
];

/** Vehicles that no tracker stands in: of a device here they bring what a vehicle knows. */
export const trackerlessStep: Step = (context, cursor) =>
  oneAtATime(context, async (transaction, tell) => {
    // a tracker that was not read stands in one of them
    const isKnown = !(await unsureKinds(transaction, context.run.id)).has('tracker');
    const things = isKnown
      ? await nextTrackerless(transaction, readingOf(context), cursor, thingsAtOnce)
      : [];
    const last = things.at(-1);
    const place: Place = last ? { step: 'trackerless', cursor: last.remoteId } : afterStep('trackerless');
    const plates = things.flatMap(({ key }) => key || []);
    const ids = things.flatMap(({ localId }) => localId ?? []);
    const matches = await context.devices.match(transaction, context.caller, { ids, uniqueIds: [], plates });
    const candidates = candidatesOf(matches);
    const plan = emptyPlan();
    for (const thing of things) {
      const remote = remoteOf(thing);
      const match = thing.isFirst ? candidates.find(thing.localId, '', thing.key || null) : undefined;
      if (match && match !== 'several') planMatch(plan, thing, match, remote, new Set());
      else {
        const reason = !thing.isFirst ? 'twiceThere' : match === 'several' ? 'severalHere' : 'noTracker';
        const told = { ...nameOf(thing, deviceThere(remote)), kind: 'vehicle' } as const;
        plan.findings.push(found({ ...told, outcome: 'notMatched', reason }));
      }
    }
    await carryOut(context, transaction, tell, plan, 'vehicle', {
      ...place,
      count: things.length,
      of: 'trackerless',
    });
    return place;
  });

const remoteOf = (thing: VehicleThing) => ({
  tracker: null,
  vehicle: thing.data,
  simCard: null,
  operator: null,
  customerId: thing.customerId,
});

async function carryOut(
  { caller, devices, run }: SyncContext,
  transaction: Kysely<Schema>,
  tell: Tell,
  { findings, links, changes, created }: DevicePlan,
  kind: ThingKind,
  { of, count, ...place }: Place & { readonly of: Place['step']; readonly count: number },
): Promise<void> {
  const room = created.length > 0 ? await devices.room(caller, transaction) : 0;
  const [fitting, beyond] = [created.slice(0, room), created.slice(room)];
  for (const { thing, there } of beyond) {
    findings.push(found({ ...nameOf(thing, there), outcome: 'notMatched', reason: 'deviceLimit' }));
  }
  if (fitting.length > 0) {
    const made = await devices.createWithin(
      transaction,
      tell,
      caller,
      fitting.map(({ input }) => input),
    );
    const ids = new Map(made.map(({ uniqueId, id }) => [uniqueId, id]));
    for (const { thing, there, input } of fitting) {
      const localId = ids.get(input.uniqueId) ?? 0;
      findings.push(found({ ...nameOf(thing, there), outcome: 'created', localId }));
      links.push({ remoteId: thing.remoteId, localId, base: there, pending: null });
    }
  }
  await devices.changeWithin(transaction, tell, caller, changes);
  await linkThings(transaction, run.user_id, kind, links);
  await insertFindings(transaction, run.id, findings);
  await writeProgress(transaction, run.id, { ...place, more: { of, count } });
}
