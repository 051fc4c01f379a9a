import type { SinisterClosing, SinisterOpening, SinisterQuery } from '@atalaia/contract/sinisters/sinister';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { LiveFragment } from '../../platform/bus/bus.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { JsonList, JsonRows } from '../../platform/http/json-text.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit, Publish } from '../../queries/commit.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import { jsonList } from '../../queries/page.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { Visibility } from '../../visibility/visibility.ts';
import type { Viewer } from '../../visibility/visible.ts';
import {
  customerSnapshot,
  deviceSnapshot,
  type KnownPlace,
  lastPlace,
  lockDevice,
  markDevice,
} from './sinister-subjects-queries.ts';
import { describeSinisters, requireHappened } from './sinisters-presenter.ts';
import {
  describeTrail,
  findSinister,
  findSinisters,
  insertSinister,
  isSinisterVisible,
  lockSinister,
  openSinisterNumber,
  type SinisterRow,
  updateSinister,
} from './sinisters-queries.ts';

export type { SinisterRow };

export interface SinistersParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly visibility: Visibility;
  /** Devices as the live channel sends them, read within a transaction. */
  readonly describeDevices: (
    ids: readonly number[],
    within: Kysely<Schema>,
  ) => Promise<readonly LiveFragment[]>;
}

export interface SinistersService {
  list(caller: Caller, query: SinisterQuery): Promise<JsonList>;
  read(caller: Caller, id: number): Promise<string>;
  /** Where its vehicle was since it was opened, oldest first; nothing when the device is gone. */
  trail(viewer: Viewer, id: number): JsonRows;
  /** Throws `sinister-already-open` for a device that has one (SIN-15). */
  open(caller: Caller, input: SinisterOpening): Promise<string>;
  /** Throws `sinister-closed` for one that is. */
  close(caller: Caller, id: number, input: SinisterClosing): Promise<string>;
  /** The row of a visible case. Throws `not-found`. */
  find(viewer: Viewer, id: number): Promise<SinisterRow>;
  /** The row of a visible open case, locked, for a larger write. Throws `not-found` and `sinister-closed`. */
  lockOpen(within: Kysely<Schema>, viewer: Viewer, id: number): Promise<SinisterRow>;
  /**
   * Publishes the state of a case to everybody who sees its device, and returns it. `centreOnly`: what changed is the
   * centre's own work, and nothing of the case that clients read.
   */
  announce(
    within: Kysely<Schema>,
    publish: Publish,
    id: number,
    deviceId: number,
    to?: { readonly centreOnly: true },
  ): Promise<string>;
}

export function createSinistersService(parts: SinistersParts): SinistersService {
  const { kysely, commit, visibility, describeDevices } = parts;

  async function describe(within: Kysely<Schema>, id: number): Promise<string> {
    const json = await describeSinisters(within, [id]);
    if (json === '') throw notFound('sinister', id);
    return json;
  }

  /** Its attribute changed, which its panel shows and who caches devices must know. */
  async function announceDevice(within: Kysely<Schema>, publish: Publish, deviceId: number): Promise<void> {
    publish('deviceRegistry', { deviceIds: [deviceId] });
    publish('devices', await describeDevices([deviceId], within));
  }

  const service: SinistersService = {
    async list(caller, query) {
      const viewer = await visibility.viewerFor(caller, query.userId);
      return jsonList(await findSinisters(kysely, viewer, query), (ids) => describeSinisters(kysely, ids));
    },

    async read(caller, id) {
      if (!(await isSinisterVisible(kysely, caller, id))) throw notFound('sinister', id);
      return describe(kysely, id);
    },

    async *trail(viewer, id) {
      if (!(await isSinisterVisible(kysely, viewer, id))) throw notFound('sinister', id);
      yield await describeTrail(kysely, id);
    },

    open: (caller, input) =>
      commit(async (transaction, publish) => {
        requireHappened('openingDate', input.openingDate);
        const device = await lockDevice(transaction, caller, input.deviceId);
        if (!device) throw referenceRefusal('deviceId');
        // asked while the device is locked: to learn it from the index would be to wait for a closing that waits for us
        const openNumber = await openSinisterNumber(transaction, device.id);
        if (openNumber !== undefined) throw alreadyOpen(openNumber);
        const { customerId } = input;
        const isKnown =
          customerId === device.customer_id ||
          (await visibility.isCustomerVisible(caller, customerId, transaction));
        const customer = isKnown && (await customerSnapshot(transaction, customerId));
        if (!customer) throw referenceRefusal('customerId');
        const place = await placeOf(transaction, device.id, input.openingLatitude, input.openingLongitude);
        const { id, number } = await insertSinister(transaction, {
          device_id: device.id,
          customer_id: customerId,
          device: deviceSnapshot(device),
          customer,
          opened_by: caller.user.name,
          ...openingOf(input, place),
        });
        await markDevice(transaction, device.id, id);
        const details = { number, deviceId: device.id, openingType: input.openingType };
        await writeAudit(transaction, caller, { action: 'open', noun: 'sinister', objectId: id, details });
        await announceDevice(transaction, publish, device.id);
        return service.announce(transaction, publish, id, device.id);
      }),

    close: (caller, id, input) =>
      commit(async (transaction, publish) => {
        requireHappened('closingDate', input.closingDate);
        const before = await service.lockOpen(transaction, caller, id);
        if (Date.parse(input.closingDate) < Date.parse(before.opening_date)) {
          throw fieldRefusal('invalid-input', { path: 'closingDate', message: 'lies before the opening' });
        }
        const deviceId = before.device_id;
        const place = await placeOf(transaction, deviceId, input.closingLatitude, input.closingLongitude);
        await updateSinister(transaction, id, {
          status: 'closed',
          closed_at: new Date(),
          closed_by: caller.user.name,
          ...closingOf(input, place),
        });
        const isMarked = await markDevice(transaction, deviceId, null);
        const details = { number: before.number, deviceId, closingType: input.closingType };
        await writeAudit(transaction, caller, { action: 'close', noun: 'sinister', objectId: id, details });
        if (isMarked) await announceDevice(transaction, publish, deviceId);
        return service.announce(transaction, publish, id, deviceId);
      }),

    async find(viewer, id) {
      const row = await findSinister(kysely, viewer, id);
      if (!row) throw notFound('sinister', id);
      return row;
    },

    async lockOpen(within, viewer, id) {
      const row = await lockSinister(within, viewer, id);
      if (!row) throw notFound('sinister', id);
      if (row.status === 'closed') throw new AppError('sinister-closed', `sinister ${row.number} is closed`);
      return row;
    },

    async announce(within, publish, id, deviceId, to) {
      const json = await describe(within, id);
      publish('sinisters', [{ deviceId, json, ...to }]);
      return json;
    },
  };
  return service;
}

function alreadyOpen(number: number): AppError {
  return new AppError('sinister-already-open', `sinister ${number} of this device is open`, { number });
}

/** The place that was given, both numbers together; else where the device was last. */
async function placeOf(
  within: Kysely<Schema>,
  deviceId: number,
  latitude: number | null | undefined,
  longitude: number | null | undefined,
): Promise<KnownPlace> {
  if (typeof latitude === 'number' && typeof longitude === 'number') return { latitude, longitude };
  return lastPlace(within, deviceId);
}

interface Coordinates {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** What a person says of an opening, as columns. */
function openingOf(input: SinisterOpening, place: Coordinates) {
  return {
    opening_date: input.openingDate,
    opening_type: input.openingType,
    opening_address: input.openingAddress || null,
    opening_latitude: place.latitude,
    opening_longitude: place.longitude,
    opening_description: input.openingDescription,
    attributes: input.attributes ?? {},
  };
}

/** What a person says of a closing, as columns. */
function closingOf(input: SinisterClosing, place: Coordinates) {
  return {
    closing_date: input.closingDate,
    closing_type: input.closingType,
    closing_address: input.closingAddress,
    closing_latitude: place.latitude,
    closing_longitude: place.longitude,
    closing_description: input.closingDescription,
    vehicle_damaged: input.vehicleDamaged,
  };
}
