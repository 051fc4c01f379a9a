import type { App } from './app-type.ts';

export interface MethodsAt {
  /** The methods that an address takes, whatever stands for its parameters; none where no route has it. */
  (url: string): readonly string[];
  /** Whether a route has this very address, without parameters. */
  isOfWords(url: string): boolean;
}

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
  const methodsAt = (url: string) => {
    const path = pathOf(url);
    const found = [...paths].filter(([, { pattern }]) => pattern.test(path));
    // words of the address go before parameters: none of them is a number or a kind, and a name may be any word
    const isExact = found.some(([known]) => known === path);
    const meant = isExact ? found.filter(([known]) => known === path || namedByText.test(known)) : found;
    const methods = new Set(meant.flatMap(([, one]) => [...one.methods]));
    return inOrder.filter((method) => methods.has(method));
  };
  return Object.assign(methodsAt, { isOfWords: (url: string) => paths.has(pathOf(url)) });
}

const namedByText = /:(?:label|name|uniqueId)\b/;
const pathOf = (url: string) => (url.split('?', 1)[0] ?? '').replace(/(?<=.)\/$/, '');

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
