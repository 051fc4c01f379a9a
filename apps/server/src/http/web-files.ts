import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tileHosts } from '@atalaia/contract/tile-hosts';
import staticFiles from '@fastify/static';
import type { App, Reply, Request } from './app-type.ts';
import { noncePlaceholder, pagePolicy } from './content-policy.ts';
import { refuseUnknownRoute } from './error-handler.ts';

export interface WebFilesParts {
  /** The built web client: `apps/web/dist`. */
  readonly root: string;
  /** The host of the custom map, if one is set. */
  readonly customTileHost: () => Promise<string | undefined>;
}

/** A file whose name holds a hash of its content never changes. */
const forever = 'public, max-age=31536000, immutable';

/**
 * The web client: its files, with their compressed forms where they stand beside them, and index.html for every other
 * address that a person may open, with a fresh nonce in each answer.
 */
export async function serveWebFiles(app: App, { root, customTileHost }: WebFilesParts): Promise<void> {
  const sendPage = async (reply: Reply) => {
    const page = await readFile(join(root, 'index.html'), 'utf8');
    const nonce = randomBytes(18).toString('base64');
    const custom = await customTileHost();
    reply.header('content-security-policy', pagePolicy(nonce, custom ? [...tileHosts, custom] : tileHosts));
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
    return reply.send(page.replaceAll(noncePlaceholder, nonce));
  };

  await app.register(staticFiles, {
    root,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? forever : 'no-cache');
    },
  });
  for (const address of ['/', '/index.html']) app.get(address, (_request, reply) => sendPage(reply));
  app.setNotFoundHandler(async (request, reply) => {
    if (isPageAddress(request)) return sendPage(reply);
    refuseUnknownRoute(request, reply);
    return reply;
  });
}

/** A route of the client, not the name of a file that is not there. */
function isPageAddress({ method, url }: Request): boolean {
  const path = url.split('?', 1)[0] ?? '';
  if (method !== 'GET' && method !== 'HEAD') return false;
  return !path.startsWith('/api/') && path !== '/api' && !(path.split('/').at(-1) ?? '').includes('.');
}
