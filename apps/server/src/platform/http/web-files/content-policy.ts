import type { MapHosts } from '@atalaia/contract/server/tile-sources';
import type { App, Request } from '../app-type.ts';

/** Stands in index.html wherever a nonce belongs; vite writes it there (`html.cspNonce`). */
export const noncePlaceholder = '__CSP_NONCE__';

/**
 * The policy of the page: scripts and workers are files of ours, styles are files or carry the nonce (Mantine writes some
 * at run time), pictures and texts come from us or from the map's hosts, and nothing is sent anywhere else.
 */
export function pagePolicy(nonce: string, { pictures, texts }: MapHosts): string {
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
