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
import { routeOptions } from '../../platform/http/route-options.ts';
import { asksForSheet, type ListSheet, sendSheet } from '../../resources/list-sheet.ts';
import type { SilencesService } from './silences-service.ts';
import type { SilentDevicesService } from './silent-devices-service.ts';

const route = routeOptions('alarms');

export function deskListsRoutes(
  app: App,
  silences: SilencesService,
  silentDevices: SilentDevicesService,
  makeSheet: ListSheet['make'],
): void {
  const sheet = { name: 'sem-comunicacao.xlsx', make: makeSheet };
  app.get(
    '/silences',
    route('desk', 'Lists what opens no alarm for a while', {
      querystring: silenceQuerySchema,
      answer: z.array(silenceSchema),
    }),
    async (request, reply) => sendJson(reply, await silences.list(callerOf(request), request.query)),
  );
  app.post(
    '/silences',
    route('operator', 'Silences a device or a customer', { body: silenceInputSchema, answer: silenceSchema }),
    async (request, reply) => sendJson(reply, await silences.create(callerOf(request), request.body)),
  );
  app.delete(
    '/silences/:id',
    route('operator', 'Ends a silence', { params: idParamsSchema, answer: null }),
    (request) => silences.end(callerOf(request), Number(request.params.id)),
  );
  app.get(
    '/no-communication',
    route(
      { access: 'desk', answerHeaders: [totalCount], answerTypes: [spreadsheetType] },
      'Lists vehicles that are silent beyond their time',
      { querystring: silentDeviceQuerySchema, answer: z.array(silentDeviceSchema) },
    ),
    async (request, reply) => {
      const caller = callerOf(request);
      const list = await silentDevices.list(caller, request.query);
      return asksForSheet(request) ? sendSheet(reply, caller, list, sheet) : sendJsonList(reply, list);
    },
  );
  app.put(
    '/no-communication/:deviceId',
    route('operator', 'Notes what is done about a silent vehicle', {
      params: z.object({ deviceId: idTextSchema }),
      body: silentDeviceInputSchema,
      answer: silentDeviceSchema,
    }),
    async (request, reply) =>
      sendJson(
        reply,
        await silentDevices.change(callerOf(request), Number(request.params.deviceId), request.body),
      ),
  );
}
