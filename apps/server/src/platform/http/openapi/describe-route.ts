import { errorBodySchema } from '@atalaia/contract/errors';
import type { FastifyContextConfig, FastifySchema, RouteOptions } from 'fastify';
import { z } from 'zod';
import { describeQueryTexts } from '../query-texts.ts';
import { describeScalarTexts } from '../scalar-texts.ts';

const parts = ['body', 'querystring', 'params'] as const;

type DescribedRoute = Pick<RouteOptions, 'url' | 'config' | 'schema'>;

/**
 * The statuses from 400 up that a route may answer with, in order, by its access, its method and what it takes; its
 * config names those beyond them. 406, 429, 431, 500 and 503 may come from anywhere.
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
    // lists of numbers in the address make it long
    431,
    500,
    503,
  ];
  return [...new Set(statuses)].toSorted((one, other) => one - other);
}

const statusTexts: Readonly<Record<string, string>> = {
  200: 'Done.',
  202: 'Accepted; it will be done later.',
  204: 'Done; the answer has no content.',
  302: 'Leads a browser to another address.',
  400: 'The request is not valid, or cannot be carried out as things are; `details.fields` names the fields.',
  401: 'Not signed in.',
  403: 'Signed in, but not allowed.',
  404: 'Not found, or not visible to the caller.',
  406: 'Nothing that `Accept` names; JSON is always there, except of files.',
  409: 'A conflict: something is in use, was edited meanwhile, or is not set up.',
  410: 'It existed, and no longer does.',
  413: 'The body is too large.',
  415: 'The media type of the body is not accepted.',
  429: 'Too many requests; `Retry-After` says how many seconds to wait, where that is known.',
  431: 'The address and headers are longer than 16 kB together.',
  500: 'The server failed; give `requestId` to its operator.',
  502: 'An external service failed.',
  503: 'The server is not ready; try again soon.',
};

/** Headers of requests that the server reads on many routes. */
const idempotencyKey = {
  type: 'string',
  pattern: '^[A-Za-z0-9_-]{8,80}$',
  description:
    'Chosen by the client: 8 to 80 letters, digits, `-` or `_`. Send it again with the same request when the answer was lost: within a day the request is carried out once and answered as the first time. 409 `already-received` means that it was received and its answer is not known, `received-differently` that another body was received with this key. An account may have 50,000 keys within a day; beyond that the answer is 429 `too-many-keys`, and nothing is done.',
};
const ifMatch = {
  type: 'string',
  description:
    'The `ETag` of what was edited. If its revision is another one by now, the answer is 409 `edited-meanwhile`, with the current object in `details.current` and its revision in `details.revision`.',
};

const binary = { type: 'string', format: 'binary' };
const upload = { type: 'object', required: ['file'], properties: { file: binary, name: { type: 'string' } } };

/** What the routes of the API declare: the contract's schemas. */
interface ContractSchema extends FastifySchema {
  readonly body?: z.ZodType;
  readonly querystring?: z.ZodType;
  readonly params?: z.ZodType;
  readonly response?: Readonly<Record<string, z.ZodType>>;
}

/** The schema of a route as @fastify/swagger takes it: zod written as JSON Schema, and what its config states. */
export function describeRoute(
  route: RouteOptions,
  write: WriteSchema,
  securitySchemes: readonly string[],
): FastifySchema {
  const { url, config = {} } = route;
  const { body, querystring, params, response, ...texts } = (route.schema ?? {}) as ContractSchema;
  const method = String(route.method);
  const isPublic = config.access === 'public' || config.access === 'optional';
  const isWrite = method === 'POST' || method === 'PUT' || method === 'DELETE';
  const headers = {
    ...(config.takesRevision && { 'If-Match': ifMatch }),
    ...(isWrite && !isPublic && { 'Idempotency-Key': idempotencyKey }),
  };
  return {
    operationId: operationId(method, url),
    ...texts,
    ...(querystring && { querystring: write(querystring, 'query') }),
    ...(params && { params: write(params, 'input') }),
    headers: { type: 'object', properties: headers },
    ...bodyOf(config, body && write(body, 'input')),
    response: {
      ...answersOf(config, response, write),
      ...refusalsOf(refusalStatuses(method, route), write),
    },
    ...(!isPublic && { security: securitySchemes.map((name) => ({ [name]: [] })) }),
  };
}

/** `getDevicesById` of `GET /api/devices/:id`: what a generated client calls it. */
function operationId(method: string, url: string): string {
  const words = url
    .replace(/^\/api\//, '')
    .replaceAll(/:([a-zA-Z]+)/g, 'by-$1')
    .split(/[^a-zA-Z0-9]+/)
    .filter((word) => word !== '');
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function bodyOf(config: FastifyContextConfig, body: JsonSchema | undefined): FastifySchema {
  if (config.takesFile) return { consumes: ['multipart/form-data'], body: upload };
  if (config.takesTypes) return { body: { content: filesOf(config.takesTypes) } };
  if (!body) return {};
  const form = config.takesForm ? ['application/x-www-form-urlencoded'] : [];
  return { consumes: ['application/json', ...form], body };
}

function answersOf(
  { answerTypes = [], answerHeaders = [] }: FastifyContextConfig,
  response: Readonly<Record<string, z.ZodType>> = {},
  write: WriteSchema,
): Record<string, object> {
  const named = Object.fromEntries(answerHeaders.map(({ name, ...header }) => [name, header]));
  const headers = answerHeaders.length ? { headers: named } : {};
  const files = filesOf(answerTypes);
  const statuses = new Set([...Object.keys(response), ...(answerTypes.length ? ['200'] : [])]);
  return Object.fromEntries(
    [...statuses].map((status) => {
      const schema = response[status];
      const description = statusTexts[status];
      if (schema instanceof z.ZodNull) return [status, { type: 'null', description }];
      const json = schema && { 'application/json': { schema: write(schema, 'output') } };
      if (status !== '200') return [status, { description, content: json }];
      return [status, { description, ...headers, content: { ...json, ...files } }];
    }),
  );
}

function refusalsOf(statuses: readonly number[], write: WriteSchema): Record<string, object> {
  const content = { 'application/json': { schema: write(errorBodySchema, 'output') } };
  return Object.fromEntries(
    statuses.map((status) => [status, { description: statusTexts[status], content }]),
  );
}

function filesOf(types: readonly string[]): Record<string, { readonly schema: JsonSchema }> {
  return Object.fromEntries(types.map((type) => [type, { schema: fileSchema(type) }]));
}

function fileSchema(type: string): JsonSchema {
  if (type.endsWith('json')) return { type: 'object' };
  return type.startsWith('text/') ? { type: 'string' } : binary;
}

type JsonSchema = Record<string, unknown>;

/** A schema as JSON Schema; what has a name is referred to. */
type WriteSchema = (schema: z.ZodType, side: 'input' | 'output' | 'query') => JsonSchema;

interface SchemaWriter {
  readonly write: WriteSchema;
  /** The named schemas that were referred to so far. */
  named(): Record<string, JsonSchema>;
}

/** Writes schemas of the contract as OpenAPI 3.1 takes them: JSON Schema, with named ones below `components`. */
export function createSchemaWriter(names: Readonly<Record<string, z.ZodType>>): SchemaWriter {
  const metadata = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(names)) metadata.add(schema, { id });
  const written = new Map<string, JsonSchema>();
  return {
    write(schema, side) {
      // wrapped, so that a named schema becomes a reference itself
      const { properties, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), {
        io: side === 'output' ? side : 'input',
        metadata,
        ...(side === 'input' && { override: describeScalarTexts }),
        ...(side === 'query' && { override: describeQueryTexts }),
      });
      for (const [name, definition] of Object.entries($defs)) {
        const { id: _name, ...rest } = relocated(definition);
        written.set(name, rest);
      }
      return relocated(properties?.it);
    },
    named: () => Object.fromEntries([...written].toSorted(([a], [b]) => a.localeCompare(b))),
  };
}

function relocated(schema: unknown): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
