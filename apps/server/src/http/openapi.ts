import { auditLineSchema } from '@atalaia/contract/audit-line';
import { companyConfigurationSchema } from '@atalaia/contract/company';
import { deviceInputSchema, deviceSchema } from '@atalaia/contract/device';
import { errorBodySchema } from '@atalaia/contract/errors';
import { groupInputSchema, groupSchema } from '@atalaia/contract/group';
import { positionSchema } from '@atalaia/contract/position';
import { serverSettingsInputSchema, serverSettingsSchema } from '@atalaia/contract/server-settings';
import { sessionSchema } from '@atalaia/contract/session';
import { unknownTrackerSchema } from '@atalaia/contract/unknown-tracker';
import { userInputSchema, userSchema } from '@atalaia/contract/user';
import swagger from '@fastify/swagger';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { App } from './app-type.ts';

/** What the description names once and refers to. */
const named = {
  AuditLine: auditLineSchema,
  CompanyConfiguration: companyConfigurationSchema,
  Device: deviceSchema,
  DeviceInput: deviceInputSchema,
  ErrorBody: errorBodySchema,
  Group: groupSchema,
  GroupInput: groupInputSchema,
  Position: positionSchema,
  ServerSettings: serverSettingsSchema,
  ServerSettingsInput: serverSettingsInputSchema,
  Session: sessionSchema,
  UnknownTracker: unknownTrackerSchema,
  User: userSchema,
  UserInput: userInputSchema,
} as const;

const statusWords: Readonly<Record<number, string>> = {
  400: 'The request does not fit, or may not be done as it stands; `details.fields` names the fields.',
  401: 'Not signed in.',
  403: 'Signed in, and not entitled.',
  404: 'There is no such thing, or it may not be seen.',
};

/** `/api/openapi.json`: the API described out of the same schemas that check it (API-01). Before the routes it tells of. */
export async function describeApi(app: App, version: string): Promise<void> {
  const schemaRegistry = z.registry<{ id?: string }>();
  for (const [id, schema] of Object.entries(named)) schemaRegistry.add(schema, { id });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Atalaia', version, description: 'Vehicle and asset tracking.' },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'The token of `POST /api/session`.' },
          basic: { type: 'http', scheme: 'basic', description: 'E-mail or login, and password.' },
          cookie: { type: 'apiKey', in: 'cookie', name: 'atalaia_session' },
        },
      },
    },
    transform: createJsonSchemaTransform({ schemaRegistry }),
    transformObject: createJsonSchemaTransformObject({ schemaRegistry }),
  });
  app.addHook('onRoute', (route) => {
    const { access } = route.config ?? {};
    if (!access || !route.schema) return;
    const isOpen = access === 'public' || access === 'optional';
    const statuses = [400, ...(isOpen ? [] : [401, 403]), ...(route.url.includes(':') ? [404] : [])];
    const refusals = statuses.map((status) => [status, errorBodySchema.describe(statusWords[status] ?? '')]);
    route.schema.response = { ...Object.fromEntries(refusals), ...(route.schema.response as object) };
    if (!isOpen) route.schema.security = [{ bearer: [] }, { basic: [] }, { cookie: [] }];
  });
}

export function openApiRoute(app: App): void {
  let description: string | undefined;
  app.get('/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, (_request, reply) => {
    description ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(description);
  });
}
