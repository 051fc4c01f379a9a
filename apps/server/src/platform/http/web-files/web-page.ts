import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MapHosts, mapTextHostsFrom, tileHostsFrom } from '@atalaia/contract/server/tile-sources';
import type { Reply, Request } from '../app-type.ts';
import { noncePlaceholder, pagePolicy } from './content-policy.ts';

export interface WebPageParts {
  /** The built web client: `apps/web/dist`. */
  readonly root: string;
  /** Hosts of the map as it is set now, for the person whose cookie the request carries. */
  readonly mapHosts: (request: Request) => Promise<MapHosts>;
}

/** How long a page waits for the database to name the map's hosts. */
const patienceMs = 500;

const shippedHosts: MapHosts = { pictures: tileHostsFrom({}), texts: mapTextHostsFrom({}) };

/** The one page of the web client, whatever its address. */
export interface WebPage {
  /** Whether a person may have opened this address: a route of the client, not the name of a file that is not there. */
  isAt(request: Request): boolean;
  /** Sends index.html under its content policy, with a fresh nonce in each answer. */
  send(request: Request, reply: Reply): Promise<Reply>;
}

export function createWebPage({ root, mapHosts }: WebPageParts): WebPage {
  return {
    isAt({ method, url }) {
      const path = url.split('?', 1)[0] ?? '';
      if (method !== 'GET' && method !== 'HEAD') return false;
      return !/^\/+api(\/|$)/i.test(path) && !(path.split('/').at(-1) ?? '').includes('.');
    },
    async send(request, reply) {
      const page = await readFile(join(root, 'index.html'), 'utf8');
      const nonce = randomBytes(18).toString('base64');
      // without its database the server still shows the page, which says what is wrong
      const unknown = sleep(patienceMs, shippedHosts, { ref: false });
      const hosts = await Promise.race([mapHosts(request).catch(() => shippedHosts), unknown]);
      reply.header('content-security-policy', pagePolicy(nonce, hosts));
      reply.code(200).header('cache-control', 'no-store').type('text/html; charset=utf-8');
      return reply.send(page.replaceAll(noncePlaceholder, nonce));
    },
  };
}
