import type { PositionQuery } from '@atalaia/contract/devices/position';
import type { Kysely } from 'kysely';
import { notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { JsonRows } from '../../platform/http/json-text.ts';
import { inPieces } from '../../queries/read-ahead.ts';
import type { Visibility } from '../../visibility/visibility.ts';
import type { Viewer } from '../../visibility/visible.ts';
import {
  lastPositionsOf,
  positionsById,
  type TrackPlace,
  type TrackRange,
  trackPiece,
} from './positions-queries.ts';

export interface PositionsParts {
  readonly kysely: Kysely<Schema>;
  readonly visibility: Visibility;
}

export interface PositionsService {
  /** By what the query names (see `positionQuerySchema`). A device that is not seen is `not-found`. */
  list(caller: Viewer, query: PositionQuery): JsonRows;
}

export function createPositionsService({ kysely, visibility }: PositionsParts): PositionsService {
  async function* track(range: TrackRange): JsonRows {
    let place: TrackPlace | undefined;
    do {
      const { json, end } = await trackPiece(kysely, range, place);
      yield json;
      place = end;
    } while (place);
  }

  return {
    async *list(caller, { id, deviceId, from, to }) {
      if (id) {
        yield await positionsById(kysely, caller, id.map(Number));
      } else if (deviceId === undefined) {
        const deviceIds = await visibility.visibleDeviceIds(caller.userId);
        yield* inPieces(deviceIds, (piece) => lastPositionsOf(kysely, piece));
      } else {
        if (!(await visibility.isDeviceVisible(caller, Number(deviceId)))) throw notFound('device', deviceId);
        if (from === undefined || to === undefined) yield await lastPositionsOf(kysely, [Number(deviceId)]);
        else yield* track({ deviceId: Number(deviceId), from, to });
      }
    },
  };
}
