/** What was done of a device's maintenances, and what falls due next by it (MNT-01). */
import {
  type MaintenanceService,
  type MaintenanceServiceInput,
  type MaintenanceServiceQuery,
  type MaintenanceState,
  type MaintenanceStateQuery,
  maintenanceUrgencies,
} from '@atalaia/contract/rules/maintenance';
import { positionTimes } from '@atalaia/domain/attributes/position-attributes';
import { dueValueOf, shareLeft, urgencyOf } from '@atalaia/domain/travel/maintenance';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal, madeByOthers, notFound, unlessFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit } from '../../queries/audit.ts';
import { instantColumn } from '../../queries/columns.ts';
import { isLinkedVisible, lockLinked } from '../../resources/linked/linked-queries.ts';
import type { LinkedParts } from '../../resources/linked/linked-service.ts';
import { type Caller, mayWriteDevices } from '../../visibility/caller.ts';
import {
  deleteService,
  eachPair,
  findPlans,
  findSeen,
  findService,
  findServices,
  findState,
  insertService,
  type Performable,
  readStates,
  rowsOf,
  type SeenPairs,
  type StoredState,
} from './maintenance-services-queries.ts';

export interface MaintenanceServicesService {
  /** The most urgent first; and how many there are on all pages. */
  states(
    caller: Caller,
    query: MaintenanceStateQuery,
  ): Promise<{ readonly rows: MaintenanceState[]; readonly total: number }>;
  services(caller: Caller, query: MaintenanceServiceQuery): Promise<MaintenanceService[]>;
  /** Notes that it was done and returns what is due then. Throws `maintenance-changed` where it was noted since the caller looked. */
  perform(caller: Caller, input: MaintenanceServiceInput): Promise<MaintenanceState>;
  /** Takes back what was noted last; the same refusal for one that another followed. */
  takeBack(caller: Caller, id: number): Promise<void>;
}

/** In the order of their urgency. */
interface Order {
  readonly deviceIds: Int32Array;
  readonly maintenanceIds: Int32Array;
  /** Where each is in `maintenanceUrgencies`. */
  readonly urgencies: Uint8Array;
  readonly readMs: number;
}

/** Of so many pairs the order is worked out for every answer. */
const usualFewPairs = 5000;
/** Of more it is worked out again by whoever asks after so long, ms, and waited for when it is that old: 300,000 take seconds. */
const [restMs, oldestMs] = [60_000, 3_600_000];

interface MaintenanceServicesParts extends Pick<LinkedParts, 'kysely' | 'commit' | 'visibility'> {
  readonly fewPairs?: number;
  readonly nowMs?: () => number;
}

export function createMaintenanceServices({
  kysely,
  commit,
  visibility,
  fewPairs = usualFewPairs,
  nowMs = Date.now,
}: MaintenanceServicesParts): MaintenanceServicesService {
  let kept: Order | undefined;
  let reading: Promise<Order> | undefined;

  async function readAll(): Promise<Order> {
    kept = await readOrder(kysely, nowMs);
    return kept;
  }

  /** Of the whole installation. Where it is large it is kept: what a page of it says is read anew, so that only the order can be old. */
  async function currentOrder(): Promise<Order> {
    if (kept && kept.deviceIds.length <= fewPairs) return readAll();
    const ageMs = kept ? nowMs() - kept.readMs : Number.POSITIVE_INFINITY;
    if (kept && ageMs < restMs) return kept;
    reading ??= readAll().finally(() => {
      reading = undefined;
    });
    if (!kept || ageMs > oldestMs) return reading;
    // whoever asks once this one is too old is told why it could not be read
    reading.catch(() => undefined);
    return kept;
  }

  async function requireSeen(caller: Caller, { deviceId, maintenanceId }: MaintenanceServiceQuery) {
    await visibility.requireSeen(caller, { deviceId });
    if (maintenanceId === undefined) return;
    if (!(await isLinkedVisible(kysely, caller, 'maintenance', Number(maintenanceId))))
      throw notFound('maintenance', maintenanceId);
  }

  /** What is due, its maintenance locked, so that of two people one notes it; its maker alone where devices are read-only (ROLE-02). */
  async function lockState(within: Kysely<Schema>, caller: Caller, deviceId: number, maintenanceId: number) {
    if (!(await lockLinked(within, caller, 'maintenance', maintenanceId)))
      throw notFound('maintenance', maintenanceId);
    const state = await readState(within, caller, deviceId, maintenanceId);
    if (!state.mayPerform) throw madeByOthers();
    return state;
  }

  async function readState(within: Kysely<Schema>, caller: Caller, deviceId: number, maintenanceId: number) {
    const state = await findState(within, caller, { deviceId, maintenanceId }, performable(caller));
    if (!state) throw notFound('device', deviceId);
    return stateOf(state, nowMs());
  }

  return {
    async states(caller, query) {
      await requireSeen(caller, query);
      const { deviceId, urgency } = query;
      const seen = await findSeen(kysely, caller, query);
      const order =
        deviceId === undefined ? await currentOrder() : await readOrder(kysely, nowMs, Number(deviceId));
      const { pairs, total } = pageOfOrder(order, seen, query);
      const states = await readStates(kysely, caller, pairs, performable(caller));
      const rows = states.map((state) => stateOf(state, nowMs()));
      // what was done since the order was read is left out
      return { rows: urgency ? rows.filter((row) => urgency.includes(row.urgency)) : rows, total };
    },

    async services(caller, query) {
      await requireSeen(caller, query);
      return findServices(kysely, caller, query);
    },

    perform: (caller, { deviceId, maintenanceId, lastServiceId, note = '', ...given }) =>
      commit(async (transaction, publish) => {
        const state = await lockState(transaction, caller, deviceId, maintenanceId);
        requireLast(state, lastServiceId);
        const performedTime = instantColumn(given.performedTime) ?? new Date().toISOString();
        const value = requiredValue(state, given, Date.parse(performedTime));
        await insertService(transaction, {
          ...{ device_id: deviceId, maintenance_id: maintenanceId, name: state.name, type: state.type },
          ...{ performed_time: performedTime, value, note },
          ...{ user_id: caller.userId, user_name: caller.user.name },
        });
        const details = { maintenanceId, name: state.name, value, performedTime, ...(note && { note }) };
        await writeAudit(transaction, caller, {
          ...{ action: 'perform', noun: 'device', objectId: deviceId, details },
        });
        publish('rules', { kinds: ['maintenances'], servicedDeviceIds: [deviceId] });
        return readState(transaction, caller, deviceId, maintenanceId);
      }),

    takeBack: (caller, id) =>
      commit(async (transaction, publish) => {
        const service = await findService(transaction, id);
        if (!service?.maintenanceId) throw notFound('service', id);
        const { deviceId, maintenanceId, ...done } = service;
        // what is not seen is not told from what is not there
        const state = await unlessFound(lockState(transaction, caller, deviceId, maintenanceId), () =>
          notFound('service', id),
        );
        requireLast(state, id);
        await deleteService(transaction, id);
        // the audit alone has what was noted from here on
        const details = { maintenanceId, name: state.name, ...done };
        await writeAudit(transaction, caller, {
          ...{ action: 'take-back', noun: 'device', objectId: deviceId, details },
        });
        publish('rules', { kinds: ['maintenances'], servicedDeviceIds: [deviceId] });
      }),
  };
}

/** All pairs, or those of a device: by what is left of a period, then by device and maintenance; what is unknown last. */
async function readOrder(kysely: Kysely<Schema>, nowMs: () => number, ofDevice?: number): Promise<Order> {
  const readMs = nowMs();
  const plans = new Map((await findPlans(kysely)).map((plan) => [plan.id, plan]));
  const [deviceIds, maintenanceIds, shares]: [number[], number[], number[]] = [[], [], []];
  for await (const { deviceId, maintenanceId, value: said, serviced } of eachPair(kysely, ofDevice)) {
    const plan = plans.get(maintenanceId);
    if (!plan) continue;
    const value = positionTimes.has(plan.type) ? readMs : said;
    deviceIds.push(deviceId);
    maintenanceIds.push(maintenanceId);
    shares.push(shareLeft(plan, dueValueOf({ ...plan, serviced }, value), value));
  }
  const places = placesOf(shares);
  return {
    deviceIds: Int32Array.from(places, (at) => deviceIds[at] ?? 0),
    maintenanceIds: Int32Array.from(places, (at) => maintenanceIds[at] ?? 0),
    urgencies: Uint8Array.from(places, (at) =>
      maintenanceUrgencies.indexOf(urgencyOf(shares[at] ?? Number.NaN)),
    ),
    readMs,
  };
}

/**
 * Where each is in the list, the lowest first, NaN last. Each is made one number of its place in the order of 32-bit
 * floats and of its index: 300,000 numbers are sorted in 30 ms, by a comparison of ours in four times that.
 */
function placesOf(shares: readonly number[]): Float64Array {
  const bits = new DataView(new ArrayBuffer(4));
  const indexes = 2 ** Math.ceil(Math.log2(shares.length + 1));
  const dropped = Math.max(1, (indexes * 2 ** 32) / 2 ** 53);
  const keys = Float64Array.from(shares, (share, index) => {
    bits.setFloat32(0, share);
    const word = bits.getUint32(0);
    const place = word >= 2 ** 31 && !Number.isNaN(share) ? 2 ** 32 - 1 - word : word + 2 ** 31;
    return Math.floor(place / dropped) * indexes + index;
  }).sort();
  return keys.map((key) => key % indexes);
}

/** The part of an order that is requested, as far as it is seen. */
function pageOfOrder(
  { deviceIds, maintenanceIds, urgencies }: Order,
  { devices, maintenances, found }: SeenPairs,
  { maintenanceId, urgency, limit, offset }: MaintenanceStateQuery,
) {
  const wanted = urgency && new Set(urgency.map((one) => maintenanceUrgencies.indexOf(one)));
  const only = maintenanceId === undefined ? undefined : Number(maintenanceId);
  const first = Number(offset ?? 0);
  const end = first + rowsOf(limit);
  const pairs: { readonly deviceId: number; readonly maintenanceId: number }[] = [];
  let total = 0;
  for (let at = 0; at < deviceIds.length; at += 1) {
    const [device, maintenance] = [deviceIds[at] ?? 0, maintenanceIds[at] ?? 0];
    if (only !== undefined && maintenance !== only) continue;
    if (wanted && !wanted.has(urgencies[at] ?? 0)) continue;
    if (maintenances && !maintenances.has(maintenance)) continue;
    if (devices && !devices.has(device)) continue;
    if (found && !found.devices.has(device) && !found.maintenances.has(maintenance)) continue;
    if (total >= first && total < end) pairs.push({ deviceId: device, maintenanceId: maintenance });
    total += 1;
  }
  return { pairs, total };
}

function stateOf({ start, serviced, ...stored }: StoredState, nowMs: number): MaintenanceState {
  const { type, period } = stored;
  const value = positionTimes.has(type) ? nowMs : (stored.value ?? undefined);
  const plan = { type, start, period, serviced: serviced ?? undefined };
  const dueValue = dueValueOf(plan, value);
  return { ...stored, value: value ?? null, dueValue, urgency: urgencyOf(shareLeft(plan, dueValue, value)) };
}

function requireLast({ lastService }: MaintenanceState, lastServiceId: number): void {
  if ((lastService?.id ?? 0) === lastServiceId) return;
  throw new AppError('maintenance-changed', 'somebody noted this maintenance since: look at it again');
}

/** Whoever may change devices notes everything that he sees, others what they made, and whoever may only read nothing. */
function performable(caller: Caller): Performable {
  if (mayWriteDevices(caller)) return 'all';
  return caller.user.readonly ? 'none' : 'own';
}

/**
 * What had been counted then: as far as is known neither less than at the service before nor more than now. A counter that
 * says less than at the service before began anew.
 */
function requiredValue(
  { type, value: now, lastService }: MaintenanceState,
  given: Pick<MaintenanceServiceInput, 'value' | 'performedTime'>,
  performedMs: number,
): number {
  const refuse = (path: string, message: string) => fieldRefusal('invalid-input', { path, message });
  if (performedMs > Date.now()) throw refuse('performedTime', 'is in the future');
  const leastMs = lastService ? Date.parse(lastService.performedTime) : 0;
  if (performedMs < leastMs)
    throw refuse('performedTime', 'is before the service noted last, or before 1970');
  if (positionTimes.has(type)) return performedMs;
  if (given.value === undefined && given.performedTime !== undefined)
    throw refuse('value', 'is required with a time of its own');
  const value = given.value ?? now ?? undefined;
  if (value === undefined) throw refuse('value', 'is required: the device has not said it');
  if (value < 0) throw refuse('value', 'is below 0');
  if (now !== null && value > now) throw refuse('value', `is more than the device has counted: ${now}`);
  const before = lastService?.type === type ? lastService.value : 0;
  if (value < before && (now === null || now >= before))
    throw refuse('value', `is less than at the service before: ${before}`);
  return value;
}
