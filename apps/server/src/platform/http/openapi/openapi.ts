import { errorBodySchema } from '@atalaia/contract/errors';
import type { RouteOptions } from 'fastify';
import { z } from 'zod';
import type { AnswerHeader } from '../answer-headers.ts';
import type { App } from '../app-type.ts';
import { showApi } from './api-docs.ts';
import { namedSchemas } from './openapi-names.ts';
import { refusalStatuses } from './openapi-refusals.ts';
import { createSchemaWriter, type JsonSchema } from './openapi-schemas.ts';
import { summaryOf } from './openapi-summaries.ts';
import type { ApiDescription } from './page.ts';

const statusWords: Readonly<Record<number, string>> = {
  200: 'Done.',
  204: 'Done, and there is nothing to say.',
  400: 'The request does not fit, or may not be done as it stands; `details.fields` names the fields.',
  401: 'Not signed in.',
  403: 'Signed in, and not entitled.',
  404: 'There is no such thing, or it may not be seen.',
  409: 'It does not go with how things stand: something is in use, was edited meanwhile, or is not set up.',
  410: 'It was there, and is no more.',
  413: 'The body is larger than is taken here.',
  415: 'The body is of a type that is not taken here.',
  429: 'Too many requests; `Retry-After` tells the seconds to wait, where they are known.',
  500: 'The server failed; `requestId` is for who runs it.',
  502: 'A service outside did not do its part.',
  503: 'The server is not ready; try again soon.',
};

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The token of `POST /api/session`.' },
  basic: { type: 'http', scheme: 'basic', description: 'E-mail or login, and password.' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'atalaia_session' },
};

/** `/api/openapi.json` and `/api/docs`: the API described out of the same schemas that check it (API-01). Before the routes it tells of. */
export function describeApi(app: App, version: string): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    const isTold = route.schema ?? route.config?.answerTypes;
    const isOwn = route.url.startsWith('/api/') && isTold && route.method !== 'HEAD';
    if (isOwn) routes.push(route);
  });
  let text: string | undefined;
  app.get('/api/openapi.json', { config: { access: 'public' } }, async (_request, reply) => {
    text ??= JSON.stringify(describe(routes, version));
    return reply.type('application/json; charset=utf-8').send(text);
  });
  let description: ApiDescription | undefined;
  showApi(app, () => {
    description ??= describe(routes, version) as ApiDescription;
    return description;
  });
}

function describe(routes: readonly RouteOptions[], version: string): object {
  const writer = createSchemaWriter(namedSchemas);
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.url.replaceAll(/:([a-zA-Z]+)/g, '{$1}');
    const operations = paths[path] ?? {};
    paths[path] = operations;
    for (const method of [route.method].flat())
      operations[method.toLowerCase()] = {
        operationId: operationId(method, route.url),
        summary: summaryOf(method, route.url),
        ...operationOf(method, route, writer.write),
      };
  }
  const info = { title: 'Atalaia', version, description: 'Vehicle and asset tracking.' };
  return { openapi: '3.1.0', info, paths, components: { schemas: writer.named(), securitySchemes } };
}

type Write = (schema: z.ZodType, side: 'input' | 'output') => JsonSchema;

/** `getDevicesById` of `GET /api/devices/:id`: what a generated client calls it. */
function operationId(method: string, url: string): string {
  const words = url
    .replace(/^\/api\//, '')
    .replaceAll(/:([a-zA-Z]+)/g, 'by-$1')
    .split(/[^a-zA-Z0-9]+/)
    .filter((word) => word !== '');
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function operationOf(method: string, route: RouteOptions, write: Write): object {
  const { schema = {}, config } = route;
  const { body, querystring, params, response, tags } = schema as {
    body?: z.ZodType;
    querystring?: z.ZodType;
    params?: z.ZodType;
    response?: Record<string, z.ZodType>;
    tags?: string[];
  };
  const isOpen = config?.access === 'public' || config?.access === 'optional';
  const refusals = refusalStatuses(method, route);
  const files = fileContent(config?.answerTypes ?? []);
  const answers = { ...response, ...Object.fromEntries(refusals.map((status) => [status, errorBodySchema])) };
  const bodyTypes = ['application/json', ...(config?.takesForm ? ['application/x-www-form-urlencoded'] : [])];
  const responses: [string, object][] = Object.entries(answers).map(([status, answer]) => [
    status,
    {
      description: statusWords[Number(status)] ?? '',
      ...(answer instanceof z.ZodNull
        ? {}
        : { content: contentOf(write(answer, 'output'), ['application/json']) }),
    },
  ]);
  if (config?.answerTypes || !response) {
    const json = response?.[200] ? contentOf(write(response[200], 'output'), ['application/json']) : {};
    responses.push(['200', { description: statusWords[200] ?? '', content: { ...json, ...files } }]);
  }
  if (config?.answerHeaders) {
    const headers = headersOf(config.answerHeaders);
    for (const [status, answer] of responses) if (status === '200') Object.assign(answer, { headers });
  }
  return {
    ...(tags ? { tags } : {}),
    parameters: [
      ...parametersOf(params, 'path', write),
      ...parametersOf(querystring, 'query', write),
      ...(config?.takesRevision ? [ifMatch] : []),
      ...(!isOpen && ['POST', 'PUT', 'DELETE'].includes(method) ? [idempotencyKey] : []),
    ],
    ...(body ? { requestBody: { required: true, content: contentOf(write(body, 'input'), bodyTypes) } } : {}),
    ...(config?.takesFile ? { requestBody: { required: true, content: uploadContent } } : {}),
    ...(config?.takesTypes
      ? { requestBody: { required: true, content: fileContent(config.takesTypes) } }
      : {}),
    responses: Object.fromEntries(responses),
    ...(isOpen ? {} : { security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })) }),
  };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Made up by the client, 8 to 80 letters, digits, `-` or `_`, and sent again with the same request when its answer was lost: within a day it is answered as it was, and done once. 409 `already-received` says that it was received and its answer is not known, `received-differently` that another body was received with the key. One account has at most 50,000 keys within a day; with one more the answer is 429 `too-many-keys`, and nothing is done.',
  schema: { type: 'string' },
};

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The `ETag` of what was edited. When another revision stands by now the answer is 409 `edited-meanwhile`, with the thing as it stands in `details.current` and its revision in `details.revision`.',
  schema: { type: 'string' },
};

function headersOf(headers: readonly AnswerHeader[]): object {
  return Object.fromEntries(
    headers.map(({ name, type, description }) => [name, { description, schema: { type } }]),
  );
}

const binary = { type: 'string', format: 'binary' };

const uploadContent = {
  'multipart/form-data': {
    schema: { type: 'object', required: ['file'], properties: { file: binary, name: { type: 'string' } } },
  },
};

function fileContent(types: readonly string[]): object {
  return Object.fromEntries(
    types.map((type) => [type, { schema: type.startsWith('text/') ? { type: 'string' } : binary }]),
  );
}

function contentOf(schema: JsonSchema, types: readonly string[]): object {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query', write: Write): object[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const written = write(schema, 'input');
  const required = new Set((written.required as string[] | undefined) ?? []);
  return Object.entries((written.properties as Record<string, JsonSchema> | undefined) ?? {}).map(
    ([name, value]) => ({
      name,
      in: place,
      required: required.has(name),
      schema: value,
    }),
  );
}
