import type { HTTPMethods } from 'fastify';
import type { App } from './app-type.ts';

const methods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];

/** `OPTIONS` says which methods an address takes. No other site may read our answers, so nothing is said of origins. */
export function optionsRoute(app: App): void {
  app.options('/*', { config: { access: 'public' } }, async (request, reply) => {
    const url = request.url.split('?', 1)[0] ?? '';
    const allowed = methods.filter((method) => app.findRoute({ method, url }));
    return reply
      .header('allow', [...allowed, 'OPTIONS'].join(', '))
      .code(204)
      .send();
  });
}
