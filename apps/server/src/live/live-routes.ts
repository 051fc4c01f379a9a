import { liveSnapshotSchema } from '@atalaia/contract/devices/live-message';
import type { App } from '../platform/http/app-type.ts';
import { callerOf } from '../platform/http/authentication.ts';
import { sendJsonPieces } from '../platform/http/json-text.ts';
import { routeOptions } from '../platform/http/route-options.ts';

const route = routeOptions('live');

/** A snapshot as pieces of JSON text, each small. */
export type ReadSnapshot = (userId: number) => Promise<AsyncIterable<string>>;

/** `GET live/snapshot`: what the map starts from; the live channel sends what comes after. */
export function liveRoutes(app: App, readSnapshot: ReadSnapshot): void {
  app.get(
    '/live/snapshot',
    route('signed-in', 'Reads all that the caller sees now, in columns: where the live map starts', {
      answer: liveSnapshotSchema,
    }),
    async (request, reply) => sendJsonPieces(reply, await readSnapshot(callerOf(request).userId)),
  );
}
