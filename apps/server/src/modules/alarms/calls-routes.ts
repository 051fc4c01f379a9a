/** Alarms that are opened by hand, the client's view, the report. */
import { alarmDetailSchema } from '@atalaia/contract/desk/alarm';
import {
  alarmHandlingSchema,
  alarmOpeningSchema,
  alarmSubjectQuerySchema,
  alarmSubjectSchema,
  alarmVehicleSchema,
} from '@atalaia/contract/desk/alarm-acts';
import { alarmReportQuerySchema, alarmReportRowSchema } from '@atalaia/contract/desk/alarm-report';
import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import { longIdTextSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { sendJson, sendJsonList } from '../../platform/http/json-text.ts';
import { totalCount } from '../../platform/http/route-access.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import { asksForSheet, type ListSheet, sendSheet } from '../../resources/list-sheet.ts';
import type { CallsService } from './calls-service.ts';

const route = routeOptions('alarms');

export function callsRoutes(app: App, calls: CallsService, makeSheet: ListSheet['make']): void {
  const sheet = { name: 'alarmes.xlsx', make: makeSheet };
  app.post(
    '/alarms',
    route('operator', 'Opens an alarm by hand', { body: alarmOpeningSchema, answer: alarmDetailSchema }),
    async (request, reply) => sendJson(reply, await calls.open(callerOf(request), request.body)),
  );
  app.post(
    '/alarms/:id/vehicle',
    route('operator', 'Says which vehicle a call is about', {
      params: z.object({ id: longIdTextSchema }),
      body: alarmVehicleSchema,
      answer: alarmDetailSchema,
    }),
    async (request, reply) =>
      sendJson(reply, await calls.about(callerOf(request), Number(request.params.id), request.body)),
  );
  app.get(
    '/alarms/subjects',
    route('operator', 'Finds the vehicle that a call is about', {
      querystring: alarmSubjectQuerySchema,
      answer: z.array(alarmSubjectSchema),
    }),
    async (request, reply) => sendJson(reply, await calls.subjects(callerOf(request), request.query.keyword)),
  );
  app.get(
    '/alarms/handling',
    route('signed-in', 'Reads what is done about the alarms of one’s own vehicles', {
      answer: z.array(alarmHandlingSchema),
    }),
    async (request, reply) => sendJson(reply, await calls.handling(callerOf(request))),
  );
  app.get(
    '/reports/alarms',
    route(
      { access: 'desk', answerHeaders: [totalCount], answerTypes: [spreadsheetType] },
      'Reports alarms of a period',
      { querystring: alarmReportQuerySchema, answer: z.array(alarmReportRowSchema) },
    ),
    async (request, reply) => {
      const caller = callerOf(request);
      const list = await calls.report(caller, request.query);
      return asksForSheet(request) ? sendSheet(reply, caller, list, sheet) : sendJsonList(reply, list);
    },
  );
}
