import type { RouteOptions } from 'fastify';

const parts = ['body', 'querystring', 'params'] as const;

type DescribedRoute = Pick<RouteOptions, 'url' | 'config' | 'schema'>;

/**
 * The statuses from 400 up that a route may answer with, in order, by its access, its method and what it takes; its
 * config names those beyond them. 406, 429, 500 and 503 may come from anywhere.
 */
export function refusalStatuses(method: string, { url, config, schema = {} }: DescribedRoute): number[] {
  const isPublic = config?.access === 'public' || config?.access === 'optional';
  const takesInput = parts.some((part) => Reflect.get(schema, part) !== undefined) || config?.takesFile;
  const hasBody = method === 'POST' || method === 'PUT' || method === 'DELETE';
  const isReport = url.startsWith('/api/reports/');
  const statuses = [
    400,
    ...(isPublic ? [] : [401, 403]),
    // ids may name nothing that the caller sees
    ...(takesInput ? [404] : []),
    ...(hasBody ? [413, 415] : []),
    // nothing that the client accepts
    406,
    // something is in use, was edited in the meantime or received before, or a channel is not set up
    ...((hasBody && !isPublic) || isReport ? [409] : []),
    ...(config?.refusals ?? []),
    429,
    500,
    503,
  ];
  return [...new Set(statuses)].toSorted((one, other) => one - other);
}
