import { randomBytes } from 'node:crypto';
import type { App } from '../app-type.ts';
import { type ApiDescription, docsPage } from './page.ts';

/** `/api/docs`: the API's description to read in a browser, without a script and without a file from elsewhere. */
export function showApi(app: App, describe: () => ApiDescription): void {
  app.get('/api/docs', { config: { access: 'public' } }, async (_request, reply) => {
    const nonce = randomBytes(18).toString('base64');
    const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
    reply.header('content-security-policy', policy);
    return reply.type('text/html; charset=utf-8').send(docsPage(describe(), nonce));
  });
}
