import type { PositionQuery, PositionsRemoval } from '@atalaia/contract/devices/position';
import type { Kysely } from 'kysely';
import { fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Bus, LiveFragment, StoredPosition } from '../../platform/bus/bus.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Geocoding } from '../../platform/geocoding/geocoding.ts';
import { withTowns } from '../../platform/geocoding/towns.ts';
import type { JsonRows } from '../../platform/http/json-text.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import { inPieces } from '../../queries/read-ahead.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { Visibility } from '../../visibility/visibility.ts';
import type { Viewer } from '../../visibility/visible.ts';
import {
  deletePositions,
  devicesReporting,
  lastPositionsOf,
  positionFragments,
  positionsById,
  type TrackPlace,
  type TrackRange,
  trackPiece,
} from './positions-queries.ts';

export interface PositionsParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly visibility: Visibility;
  /** Positions without an address are given the town that is nearest to them. */
  readonly geocoding: Pick<Geocoding, 'nearest' | 'ready'>;
  readonly bus: Pick<Bus, 'publish'>;
}

export interface PositionsService {
  /** By what the query names (see `positionQuerySchema`). A device that is not seen is `not-found`. */
  list(caller: Viewer, query: PositionQuery): JsonRows;
  /** As the live channel sends them; whether they may be seen is asked before. */
  describe(stored: readonly StoredPosition[]): Promise<readonly LiveFragment[]>;
  /** Deletes what a device sent in a period; its last position stays. Throws `not-found` and `report-too-large`. */
  remove(caller: Caller, query: PositionsRemoval): Promise<void>;
}

/** Of one answer over many devices, and of one deletion. */
const mostPositions = 200_000;

/** More than these are a list, which nobody looks at place by place. */
const mostLookedAt = 20;

export function createPositionsService(parts: PositionsParts): PositionsService {
  const { kysely, commit, visibility, geocoding, bus } = parts;

  async function* track(range: TrackRange): JsonRows {
    let place: TrackPlace | undefined;
    do {
      const { json, end } = await trackPiece(kysely, range, place);
      yield json;
      place = end;
    } while (place);
  }

  /** Device by device. Refused before the first row, so that nobody takes a part for the whole. */
  async function* tracksOfAll(caller: Viewer, from: string, to: string): JsonRows {
    const deviceIds = await devicesReporting(kysely, caller, { from, to }, mostPositions);
    if (!deviceIds) {
      const message = `gives more than ${mostPositions} positions; name a device or a shorter period`;
      throw fieldRefusal('report-too-large', { path: 'query.to', message });
    }
    for (const deviceId of deviceIds) yield* track({ deviceId, from, to });
  }

  return {
    async describe(stored) {
      const fragments = await positionFragments(kysely, stored);
      return fragments.map((fragment) => ({ ...fragment, json: withTowns(fragment.json, geocoding) }));
    },
    remove: (caller, { deviceId, from, to }) =>
      commit(async (transaction) => {
        const id = Number(deviceId);
        if (!(await visibility.isDeviceVisible(caller, id))) throw notFound('device', deviceId);
        const positions = await deletePositions(transaction, { deviceId: id, from, to }, mostPositions);
        if (positions > mostPositions) {
          const message = `holds more than ${mostPositions} positions; name a shorter period`;
          throw fieldRefusal('report-too-large', { path: 'query.to', message });
        }
        const details = { positions, from, to };
        await writeAudit(transaction, caller, { action: 'remove', noun: 'position', objectId: id, details });
      }),

    async *list(caller, query) {
      await geocoding.ready();
      for await (const json of stored(caller, query)) yield withTowns(json, geocoding);
    },
  };

  async function* stored(caller: Viewer, { id, deviceId, from, to }: PositionQuery): JsonRows {
    if (id) {
      const found = await positionsById(kysely, caller, id.map(Number));
      const positionIds = Array.from(found.matchAll(/"id":(\d+),"deviceId":/g), ([, seen]) => Number(seen));
      if (id.length <= mostLookedAt) bus.publish('positionsLookedAt', { positionIds });
      yield found;
    } else if (!deviceId?.length && from !== undefined && to !== undefined) {
      yield* tracksOfAll(caller, from, to);
    } else if (!deviceId?.length) {
      const deviceIds = await visibility.visibleDeviceIds(caller.userId);
      yield* inPieces(deviceIds, (piece) => lastPositionsOf(kysely, piece));
    } else {
      const deviceIds = [...new Set(deviceId.map(Number))];
      // each of them before the first row
      for (const one of deviceIds)
        if (!(await visibility.isDeviceVisible(caller, one))) throw notFound('device', one);
      if (from === undefined || to === undefined) yield await lastPositionsOf(kysely, deviceIds);
      else for (const one of deviceIds) yield* track({ deviceId: one, from, to });
    }
  }
}
