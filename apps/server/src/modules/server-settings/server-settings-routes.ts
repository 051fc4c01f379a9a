import {
  serverSettingsAnswerSchema,
  serverSettingsInputSchema,
  serverSettingsSchema,
} from '@atalaia/contract/server-settings';
import { z } from 'zod';
import type { App } from '../../http/app-type.ts';
import { callerOf } from '../../http/authentication.ts';
import type { ServerSettingsService } from './server-settings-service.ts';

const tags = ['server'];

export function serverSettingsRoutes(app: App, settings: ServerSettingsService): void {
  app.get(
    '/server',
    { config: { access: 'optional' }, schema: { tags, response: { 200: serverSettingsAnswerSchema } } },
    (request) => settings.read(request.caller),
  );
  // UTC has no place, and so no entry of its own among them
  const timezones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
  app.get(
    '/server/timezones',
    { config: { access: 'signed-in' }, schema: { tags, response: { 200: z.array(z.string()) } } },
    () => timezones,
  );
  const writing = { tags, body: serverSettingsInputSchema, response: { 200: serverSettingsSchema } };
  app.put('/server', { config: { access: 'administrator' }, schema: writing }, (request) =>
    settings.update(callerOf(request), request.body),
  );
  // there is one server; clients of the field write it by its number
  app.put(
    '/server/:id',
    { config: { access: 'administrator' }, schema: { ...writing, params: z.object({ id: z.literal('1') }) } },
    (request) => settings.update(callerOf(request), request.body),
  );
}
