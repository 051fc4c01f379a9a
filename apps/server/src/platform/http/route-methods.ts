import type { App } from './app-type.ts';

/** The methods that an address takes, whatever stands for its parameters; none where no route has it. */
export type MethodsAt = (url: string) => readonly string[];

interface KnownPath {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

const inOrder = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'];

/** Notes the routes of the API as they are registered; called before the first of them. */
export function noteRouteMethods(app: App): MethodsAt {
  const paths = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/') || url.includes('*')) return;
    const known = paths.get(url) ?? { pattern: patternOf(url), methods: new Set<string>() };
    paths.set(url, known);
    for (const one of [method].flat()) known.methods.add(one);
  });
  return (url) => {
    const path = (url.split('?', 1)[0] ?? '').replace(/(?<=.)\/$/, '');
    const found = [...paths].filter(([, { pattern }]) => pattern.test(path));
    // as the router does: words that are in the address go before parameters
    const exact = found.find(([known]) => known === path);
    const methods = new Set((exact ? [exact] : found).flatMap(([, one]) => [...one.methods]));
    if (exact) for (const [, one] of found) for (const method of one.methods) methods.add(method);
    return inOrder.filter((method) => methods.has(method));
  };
}

function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    return part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('/')}$`);
}

/** `OPTIONS` says which methods an address takes. */
export function optionsRoute(app: App, methodsAt: MethodsAt): void {
  app.options('/*', { config: { access: 'public' } }, async (request, reply) =>
    reply
      .header('allow', [...methodsAt(request.url), 'OPTIONS'].join(', '))
      .code(204)
      .send(),
  );
}
