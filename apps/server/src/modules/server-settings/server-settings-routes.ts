import {
  integrationInputSchema,
  integrationSchema,
  integrationStateSchema,
  integrationTestSchema,
} from '@atalaia/contract/server/integrations';
import {
  firstStepsSchema,
  type ServerSettingsInput,
  serverSettingsAnswerSchema,
  serverSettingsInputSchema,
  serverSettingsSchema,
} from '@atalaia/contract/server/server-settings';
import { storageSchema } from '@atalaia/contract/server/storage';
import { z } from 'zod';
import type { App, Reply, Request } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { etag } from '../../platform/http/route-access.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { IntegrationsService } from '../integrations/integrations-service.ts';
import type { StorageService } from '../storage/storage-service.ts';
import type { ServerSettingsService } from './server-settings-service.ts';

export function storageRoutes(app: App, storage: StorageService): void {
  app.get(
    '/server/storage',
    route('administrator', 'Tells of the newest backup, and of the room on the disks', {
      answer: storageSchema,
    }),
    () => storage.read(),
  );
}

const params = z.object({ integration: integrationSchema });

export function integrationsRoutes(app: App, integrations: IntegrationsService): void {
  app.get(
    '/server/integrations',
    route('administrator', 'Tells which services of others are set up, and how their last calls ended', {
      answer: z.array(integrationStateSchema),
    }),
    () => integrations.states(),
  );
  app.put(
    '/server/integrations/:integration',
    route('administrator', 'Sets up a service of others; holds at once, in every process', {
      params,
      body: integrationInputSchema,
      answer: integrationStateSchema,
    }),
    (request) => integrations.update(callerOf(request), request.params.integration, request.body),
  );
  app.post(
    '/server/integrations/:integration/test',
    route(
      'administrator',
      'Calls a service of others, and tells whether it works; a message goes to the caller',
      {
        params,
        answer: integrationTestSchema,
      },
    ),
    (request) => integrations.test(callerOf(request), request.params.integration),
  );
}

const route = routeOptions('server');

type UpdateRequest = Request & { readonly body: ServerSettingsInput };

export function serverSettingsRoutes(app: App, settings: ServerSettingsService): void {
  app.get(
    '/server',
    route(
      { access: 'optional', answerHeaders: [etag] },
      'Reads the settings of the installation, without what the caller may not read',
      { answer: serverSettingsAnswerSchema },
    ),
    async (request, reply) => {
      reply.header('etag', await settings.revision());
      return settings.read(request.caller);
    },
  );
  app.get(
    '/server/first-steps',
    route('administrator', 'Tells what of a new installation is done', { answer: firstStepsSchema }),
    (request) => settings.firstSteps(callerOf(request)),
  );
  // UTC has no place, and so no entry of its own among them
  const timezones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
  app.get(
    '/server/timezones',
    route('signed-in', 'Lists the names of all time zones', { answer: z.array(z.string()) }),
    () => timezones,
  );
  const config = { access: 'administrator', answerHeaders: [etag], takesRevision: true } as const;
  const writing = { body: serverSettingsInputSchema, answer: serverSettingsSchema };
  app.put('/server', route(config, 'Changes the settings of the installation', writing), (request, reply) =>
    update(settings, request, reply),
  );
  // there is one server; clients of the field write it by its number
  app.put(
    '/server/:id',
    route(config, 'Changes the settings of the installation, by the id of the one server', {
      params: z.object({ id: z.literal('1') }),
      ...writing,
    }),
    (request, reply) => update(settings, request, reply),
  );
}

async function update(service: ServerSettingsService, request: UpdateRequest, reply: Reply) {
  const { body, headers } = request;
  const { settings, revision } = await service.update(callerOf(request), body, headers['if-match']);
  reply.header('etag', revision);
  return settings;
}
