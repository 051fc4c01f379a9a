/** Which refusals a route may answer with, by what it is: its access, its method and what it takes. */
import type { RouteOptions } from 'fastify';

/** What single routes answer beside what every route of their kind does. */
const single: Readonly<Record<string, readonly number[]>> = {
  'POST /api/session': [401, 403],
  'GET /api/location/:token': [410],
  'GET /api/company/logos/:name': [404],
  'POST /api/commands/send': [502],
  'POST /api/commands/batch': [502],
  'GET /api/postal-codes/:cep': [409, 502],
  'POST /api/fleet-control/runs': [409],
  'POST /api/payments/customers/:id': [409],
  'PUT /api/payments/customers/:id/link': [409, 502],
  'GET /api/payments/unmatched': [409, 502],
  'POST /api/payments/links': [409, 502],
  'POST /api/payments/sellers': [409, 502],
  'POST /api/notifications/test': [409, 502],
  'POST /api/notifications/test/:notificator': [409, 502],
};

const parts = ['body', 'querystring', 'params'] as const;

type DescribedRoute = Pick<RouteOptions, 'url' | 'config' | 'schema'>;

/**
 * The statuses from 400 up, in order. 429, 500 and 503 may come from anywhere; whoever is signed in may be signed in no
 * more, and may be not entitled; what names things by numbers may name none.
 */
export function refusalStatuses(method: string, { url, config, schema = {} }: DescribedRoute): number[] {
  const isStrangers = config?.access === 'public' || config?.access === 'optional';
  const takes = parts.some((part) => Reflect.get(schema, part) !== undefined) || config?.takesFile;
  const hasBody = method === 'POST' || method === 'PUT' || method === 'DELETE';
  const isReport = url.startsWith('/api/reports/');
  const statuses = [
    400,
    ...(isStrangers ? [] : [401, 403]),
    ...(takes ? [404] : []),
    ...(hasBody ? [413, 415] : []),
    // something is used by others, was edited meanwhile or received before, or a way out is not set up
    ...((hasBody && !isStrangers) || isReport ? [409] : []),
    ...(single[`${method} ${url}`] ?? []),
    429,
    500,
    503,
  ];
  return [...new Set(statuses)].toSorted((one, other) => one - other);
}
