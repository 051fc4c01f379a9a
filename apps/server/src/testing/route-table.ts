import type { RouteOptions } from 'fastify';
import type { z } from 'zod';
import { refusalStatuses } from '../platform/http/openapi/describe-route.ts';
import type { Access } from '../platform/http/route-access.ts';

export interface KnownRoute {
  readonly method: string;
  /** With its parameters by name: `/api/devices/:id`. */
  readonly url: string;
  readonly access: Access | undefined;
  readonly answers: Readonly<Record<string, z.ZodType>>;
  /** Content types of its answers beside JSON. */
  readonly answerTypes: readonly string[];
  /** Statuses from 400 up that the API's description tells. */
  readonly refusals: readonly number[];
}

export interface RouteTable {
  readonly routes: readonly KnownRoute[];
  /** Hand it to `buildApp`. */
  readonly onRoute: (route: RouteOptions) => void;
  /** The route that a request goes to, if one does. */
  find(method: string, path: string): KnownRoute | undefined;
}

/** Every route of an application, as it was registered. */
export function createRouteTable(): RouteTable {
  const routes: KnownRoute[] = [];
  const found = new Map<string, KnownRoute | undefined>();
  const ofMethods = new Map<string, { readonly known: KnownRoute; readonly pattern: RegExp }[]>();
  return {
    routes,
    onRoute(route) {
      const { method, url, config, schema } = route;
      const answers = (schema?.response ?? {}) as Record<string, z.ZodType>;
      const { access, answerTypes = [] } = config ?? {};
      for (const one of [method].flat()) {
        const refusals = refusalStatuses(one, route);
        const known = { method: one, url, access, answers, answerTypes, refusals };
        routes.push(known);
        ofMethods.set(one, [...(ofMethods.get(one) ?? []), { known, pattern: patternOf(url) }]);
      }
    },
    find(method, path) {
      const bare = path.split('?', 1)[0] ?? '';
      const key = `${method} ${bare}`;
      if (!found.has(key))
        found.set(key, ofMethods.get(method)?.find(({ pattern }) => pattern.test(bare))?.known);
      return found.get(key);
    },
  };
}

function patternOf(url: string): RegExp {
  return new RegExp(`^${url.replaceAll(/:[a-zA-Z]+/g, '[^/]+')}$`);
}
