import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MapHosts, mapTextHostsFrom, tileHostsFrom } from '@atalaia/contract/server/tile-sources';
import type { App, Reply, Request } from '../app-type.ts';

/** Placeholder of the nonce in index.html; vite writes it there (`html.cspNonce`). */
const noncePlaceholder = '__CSP_NONCE__';

/**
 * The policy of the page: scripts and workers are files of ours, styles are files or carry the nonce (Mantine writes some
 * at run time), pictures and texts come from us or from the map's hosts, and nothing is sent anywhere else.
 */
function pagePolicy(nonce: string, { pictures, texts }: MapHosts): string {
  return [
    `default-src 'self'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src ${[`'self'`, 'data:', 'blob:', ...pictures].join(' ')}`,
    `font-src 'self'`,
    `connect-src ${[`'self'`, ...texts].join(' ')}`,
    `worker-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** For everything that is no page: should a browser show it as one, it can do nothing. */
const answerPolicy = `default-src 'none'; frame-ancestors 'none'; sandbox`;

const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // tile services refuse a request that does not name the site it comes from
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), payment=(), usb=()',
} as const;

/** Browsers heed these over https alone, and complain about them elsewhere. One year. */
const overHttps = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-opener-policy': 'same-origin',
} as const;

export function sendSecurityHeaders(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(everywhere);
    if (request.protocol === 'https') reply.headers(overHttps);
    if (isApi(request))
      reply.headers({ 'content-security-policy': answerPolicy, 'cache-control': 'no-store' });
  });
}

function isApi({ url }: Request): boolean {
  return url.startsWith('/api/') || url === '/api';
}

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
