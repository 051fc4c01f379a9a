import type { PositionQuery } from '@atalaia/contract/position';
import type { Kysely } from 'kysely';
import { notFound } from '../../app-error.ts';
import type { Schema } from '../../db/schema.ts';
import type { JsonRows } from '../../http/json-text.ts';
import { inPieces } from '../../reading/in-pieces.ts';
import type { Sight } from '../sight/sight.ts';
import type { Viewer } from '../sight/visible.ts';
import {
  lastPositionsOf,
  positionsById,
  type TrackPlace,
  type TrackRange,
  trackPiece,
} from './positions-queries.ts';

export interface PositionsParts {
  readonly kysely: Kysely<Schema>;
  readonly sight: Sight;
}

export interface PositionsService {
  /** By what the query names (see `positionQuerySchema`). A device that is not seen is `not-found`. */
  list(caller: Viewer, query: PositionQuery): JsonRows;
}

export function createPositionsService({ kysely, sight }: PositionsParts): PositionsService {
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
        const deviceIds = await sight.visibleDeviceIds(caller.userId);
        yield* inPieces(deviceIds, (piece) => lastPositionsOf(kysely, piece));
      } else {
        if (!(await sight.isDeviceVisible(caller, Number(deviceId)))) throw notFound('device', deviceId);
        if (from === undefined || to === undefined) yield await lastPositionsOf(kysely, [Number(deviceId)]);
        else yield* track({ deviceId: Number(deviceId), from, to });
      }
    },
  };
}
