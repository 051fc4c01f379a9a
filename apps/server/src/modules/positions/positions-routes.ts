import {
  positionQuerySchema,
  positionSchema,
  positionsRemovalSchema,
  trackQuerySchema,
} from '@atalaia/contract/devices/position';
import { z } from 'zod';
import { negotiatedType } from '../../platform/http/accepted-types.ts';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { sendJsonArray } from '../../platform/http/json-text.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import { sendFile } from '../../platform/http/web-files/web-files.ts';
import type { PositionsService } from './positions-service.ts';
import { type TrackFormat, trackFile, trackFormats, trackWriters } from './track-files.ts';

const route = routeOptions('positions');
const mediaType = (format: TrackFormat) => trackWriters[format].type.split(';', 1)[0] ?? '';

export function positionsRoutes(app: App, positions: PositionsService): void {
  app.get(
    '/positions',
    route(
      { access: 'signed-in', answerTypes: trackFormats.map(mediaType) },
      'Lists last positions, positions by id, or tracks',
      { querystring: positionQuerySchema, answer: z.array(positionSchema) },
    ),
    (request, reply) => {
      const rows = positions.list(callerOf(request), request.query);
      const accepted = negotiatedType(request.headers.accept, [
        'application/json',
        ...trackFormats.map(mediaType),
      ]);
      const format = trackFormats.find((one) => mediaType(one) === accepted);
      if (!format) return sendJsonArray(reply, rows);
      return sendFile(reply, fileOf(format), () => trackFile(rows, format));
    },
  );
  for (const format of trackFormats) {
    app.get(
      `/positions/${format}`,
      route(
        { access: 'signed-in', answerTypes: [mediaType(format)] },
        `Reads tracks as ${format.toUpperCase()}`,
        { querystring: trackQuerySchema },
      ),
      (request, reply) =>
        sendFile(reply, fileOf(format), () =>
          trackFile(positions.list(callerOf(request), request.query), format),
        ),
    );
  }
  app.delete(
    '/positions',
    route('administrator', 'Deletes the positions of a device in a period; its last position stays', {
      querystring: positionsRemovalSchema,
      answer: null,
    }),
    (request) => positions.remove(callerOf(request), request.query),
  );
}

const fileOf = (format: TrackFormat) => ({ name: `trajeto.${format}`, type: trackWriters[format].type });
