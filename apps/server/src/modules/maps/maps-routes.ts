import { mapFileSchema } from '@atalaia/contract/server/tile-sources';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { MapsService } from './maps-service.ts';

const route = routeOptions('server');
const params = z.object({ name: z.string().regex(/^[\w-]{1,100}$/) });
/** The file's version: an answer to it never changes. */
const querystring = z.object({ v: z.string().max(40).optional() });
const answerTypes = ['application/octet-stream'];

/** A map is under the login's shared places too, and holds nothing of a person: it is as public as the shipped one. */
export function mapsRoutes(app: App, maps: MapsService): void {
  app.get(
    '/maps',
    route('public', 'Lists the maps of the installation’s own', { answer: z.array(mapFileSchema) }),
    async () => [...(await maps.list())],
  );
  app.get(
    '/maps/:name',
    route({ access: 'public', answerTypes }, 'Reads a range of a map, a PMTiles file', {
      params,
      querystring,
    }),
    async (request, reply) => {
      const { bytes, start, size, version } = await maps.read(request.params.name, request.headers.range);
      reply.code(206).type('application/octet-stream');
      reply.header('content-range', `bytes ${start}-${start + bytes.length - 1}/${size}`);
      reply.header('accept-ranges', 'bytes').header('etag', `"${version}"`);
      const isNamed = request.query.v === version;
      reply.header('cache-control', isNamed ? 'public, max-age=31536000, immutable' : 'no-cache');
      return reply.send(bytes);
    },
  );
}
