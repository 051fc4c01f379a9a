import { errorStatus } from '@atalaia/contract/errors';
import swagger from '@fastify/swagger';
import swaggerUi, { type FastifySwaggerUiOptions } from '@fastify/swagger-ui';
import type { onRequestHookHandler } from 'fastify';
import type { z } from 'zod';
import type { App } from '../app-type.ts';
import { createSchemaWriter, describeRoute } from './describe-route.ts';

const description = [
  'Vehicle and asset tracking. A request says who sends it by `Authorization: Bearer`, by Basic, or by the cookie of',
  '`POST /api/session`. Unknown parameters and fields are ignored. Every refusal has the body `ErrorBody`.',
].join(' ');

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The token of `POST /api/session`.' },
  basic: { type: 'http', scheme: 'basic', description: 'E-mail or login, and password.' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'atalaia_session' },
} as const;

const codes = Object.entries(errorStatus).map(([code, status]) => `\`${code}\` ${status}`);
const errorCodes = `The codes, each with its status: ${codes.join(', ')}.`;

export interface ApiDescriptionParts {
  /** The running version of the product. */
  readonly version: string;
  /** Schemas by the names under which the description refers to them. */
  readonly namedSchemas: Readonly<Record<string, z.ZodType>>;
}

/**
 * `/api/openapi.json` and its reference page `/api/docs`, made from the schemas that check requests (API-01). Called
 * before the routes that it describes are registered; a route without tags is not described.
 */
export async function describeApi(app: App, { version, namedSchemas }: ApiDescriptionParts): Promise<void> {
  const schemas = createSchemaWriter(namedSchemas);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Atalaia', version, description },
      components: { securitySchemes },
    },
    hideUntagged: true,
    convertConstToEnum: false,
    transform: ({ url, route }) => ({
      url,
      schema: describeRoute(route, schemas.write, Object.keys(securitySchemes)),
    }),
    transformObject: (document) => {
      if (!('openapiObject' in document)) throw new Error('the description is not OpenAPI 3');
      const { ErrorBody, ...others } = schemas.named();
      const { openapiObject } = document;
      return Object.assign(openapiObject, {
        components: {
          ...openapiObject.components,
          schemas: { ...others, ErrorBody: { description: errorCodes, ...ErrorBody } },
        },
      });
    },
  });
  let text: string | undefined;
  app.get('/api/openapi.json', { config: { access: 'public' } }, async (_request, reply) => {
    text ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(text);
  });
  await app.register(swaggerUi, referencePage);
}

/** Writing YAML would keep the thread that receives positions for half a second. */
const refuseYaml: onRequestHookHandler = (request, reply, done) => {
  if (request.routeOptions.url?.endsWith('/yaml')) reply.callNotFound();
  else done();
};

/**
 * Follows the references of one part of the description, in place of the library's own, which reads all of it anew for
 * each route that is opened: seconds of a browser's work. It runs in the browser, and names nothing outside itself.
 */
function followReferences() {
  const resolveSubtree = (document: unknown, path: readonly string[]) => {
    const at = (keys: readonly string[]) =>
      keys.reduce<unknown>((value, key) => Object(value)[key], document);
    const followed = (value: unknown, within: readonly string[]): unknown => {
      if (Array.isArray(value)) return value.map((one) => followed(one, within));
      if (typeof value !== 'object' || value === null) return value;
      const { $ref, ...own } = value as Record<string, unknown>;
      if (typeof $ref === 'string') {
        // what contains itself is shown by its name
        if (within.includes($ref)) return value;
        return { ...(followed(at($ref.split('/').slice(1)), [...within, $ref]) as object), ...own };
      }
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, followed(one, within)]));
    };
    return Promise.resolve({ spec: followed(at(path), []), errors: [] });
  };
  return { fn: { resolveSubtree } };
}

/** Only to read: it sends no requests. Scripts and styles are files of ours, pictures are inside them. */
const referencePage: FastifySwaggerUiOptions = {
  routePrefix: '/api/docs',
  staticCSP: {
    'default-src': `'none'`,
    'script-src': `'self'`,
    // the hash is of the style inside the library's own logo
    'style-src': `'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='`,
    'img-src': `'self' data:`,
    'connect-src': `'self'`,
    'base-uri': `'none'`,
    'form-action': `'none'`,
    'frame-ancestors': `'none'`,
  },
  uiHooks: { onRequest: refuseYaml },
  uiConfig: {
    supportedSubmitMethods: [],
    tagsSorter: 'alpha',
    docExpansion: 'none',
    plugins: [followReferences],
  },
  theme: {
    title: 'Atalaia API',
    // the library's logo, and its box for the address of another description
    css: [
      {
        filename: 'atalaia.css',
        content: '.swagger-ui .topbar :is(.link, .download-url-wrapper) { visibility: hidden }',
      },
    ],
  },
};
