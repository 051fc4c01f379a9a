import type { App } from './app-type.ts';
import type { MethodsAt } from './route-methods.ts';

/** `OPTIONS` says which methods an address takes. */
export function optionsRoute(app: App, methodsAt: MethodsAt): void {
  app.options('/*', { config: { access: 'public' } }, async (request, reply) =>
    reply
      .header('allow', [...methodsAt(request.url), 'OPTIONS'].join(', '))
      .code(204)
      .send(),
  );
}
