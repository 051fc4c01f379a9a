import staticFiles from '@fastify/static';
import type { App } from '../app-type.ts';
import type { WebPage } from './web-page.ts';

/** A file whose name holds a hash of its content never changes. */
const forever = 'public, max-age=31536000, immutable';

/** The files of the web client, with their compressed forms where they are beside them. */
export async function serveWebFiles(app: App, root: string, page: WebPage): Promise<void> {
  await app.register(staticFiles, {
    root,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? forever : 'no-cache');
    },
  });
  for (const address of ['/', '/index.html']) app.get(address, (request, reply) => page.send(request, reply));
}
