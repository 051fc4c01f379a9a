/** Silences, vehicles without communication. */
import {
  silentDeviceInputSchema,
  silentDeviceQuerySchema,
  silentDeviceSchema,
} from '@atalaia/contract/desk/no-communication';
import { silenceInputSchema, silenceQuerySchema, silenceSchema } from '@atalaia/contract/desk/silence';
import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import { idParamsSchema, idTextSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { sendJson, sendJsonList } from '../../platform/http/json-text.ts';
import { totalCount } from '../../platform/http/route-access.ts';
import { asksForSheet, type ListSheet, sendSheet } from '../../resources/list-sheet.ts';
import type { SilencesService } from './silences-service.ts';
import type { SilentDevicesService } from './silent-devices-service.ts';

const tags = ['alarms'];
const reads = { access: 'desk' } as const;
const acts = { access: 'operator' } as const;

export function deskListsRoutes(
  app: App,
  silences: SilencesService,
  silentDevices: SilentDevicesService,
  makeSheet: ListSheet['make'],
): void {
  const sheet = { name: 'sem-comunicacao.xlsx', make: makeSheet };
  app.get(
    '/silences',
    {
      config: reads,
      schema: {
        summary: 'Lists what opens no alarm for a while',
        tags,
        querystring: silenceQuerySchema,
        response: { 200: z.array(silenceSchema) },
      },
    },
    async (request, reply) => sendJson(reply, await silences.list(callerOf(request), request.query)),
  );
  app.post(
    '/silences',
    {
      config: acts,
      schema: {
        summary: 'Silences a device or a customer',
        tags,
        body: silenceInputSchema,
        response: { 200: silenceSchema },
      },
    },
    async (request, reply) => sendJson(reply, await silences.create(callerOf(request), request.body)),
  );
  app.delete(
    '/silences/:id',
    { config: acts, schema: { summary: 'Ends a silence', tags, params: idParamsSchema } },
    async (request, reply) => {
      await silences.end(callerOf(request), Number(request.params.id));
      return reply.code(204).send();
    },
  );
  app.get(
    '/no-communication',
    {
      config: { ...reads, answerHeaders: [totalCount], answerTypes: [spreadsheetType] },
      schema: {
        summary: 'Lists vehicles that are silent beyond their time',
        tags,
        querystring: silentDeviceQuerySchema,
        response: { 200: z.array(silentDeviceSchema) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const list = await silentDevices.list(caller, request.query);
      return asksForSheet(request) ? sendSheet(reply, caller, list, sheet) : sendJsonList(reply, list);
    },
  );
  app.put(
    '/no-communication/:deviceId',
    {
      config: acts,
      schema: {
        summary: 'Notes what is done about a silent vehicle',
        tags,
        params: z.object({ deviceId: idTextSchema }),
        body: silentDeviceInputSchema,
        response: { 200: silentDeviceSchema },
      },
    },
    async (request, reply) =>
      sendJson(
        reply,
        await silentDevices.change(callerOf(request), Number(request.params.deviceId), request.body),
      ),
  );
}
