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
import { asksForSheet, type ListSheet, sendSheet } from '../../resources/list-sheet.ts';
import type { CallsService } from './calls-service.ts';

const tags = ['alarms'];

export function callsRoutes(app: App, calls: CallsService, makeSheet: ListSheet['make']): void {
  const sheet = { name: 'alarmes.xlsx', make: makeSheet };
  app.post(
    '/alarms',
    {
      config: { access: 'operator' },
      schema: {
        summary: 'Opens an alarm by hand',
        tags,
        body: alarmOpeningSchema,
        response: { 200: alarmDetailSchema },
      },
    },
    async (request, reply) => sendJson(reply, await calls.open(callerOf(request), request.body)),
  );
  app.post(
    '/alarms/:id/vehicle',
    {
      config: { access: 'operator' },
      schema: {
        summary: 'Says which vehicle a call is about',
        tags,
        params: z.object({ id: longIdTextSchema }),
        body: alarmVehicleSchema,
        response: { 200: alarmDetailSchema },
      },
    },
    async (request, reply) =>
      sendJson(reply, await calls.about(callerOf(request), Number(request.params.id), request.body)),
  );
  app.get(
    '/alarms/subjects',
    {
      config: { access: 'operator' },
      schema: {
        summary: 'Finds the vehicle that a call is about',
        tags,
        querystring: alarmSubjectQuerySchema,
        response: { 200: z.array(alarmSubjectSchema) },
      },
    },
    async (request, reply) => sendJson(reply, await calls.subjects(callerOf(request), request.query.keyword)),
  );
  app.get(
    '/alarms/handling',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'Reads what is done about the alarms of one’s own vehicles',
        tags,
        response: { 200: z.array(alarmHandlingSchema) },
      },
    },
    async (request, reply) => sendJson(reply, await calls.handling(callerOf(request))),
  );
  app.get(
    '/reports/alarms',
    {
      config: { access: 'desk', answerHeaders: [totalCount], answerTypes: [spreadsheetType] },
      schema: {
        summary: 'Reports alarms of a period',
        tags,
        querystring: alarmReportQuerySchema,
        response: { 200: z.array(alarmReportRowSchema) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const list = await calls.report(caller, request.query);
      return asksForSheet(request) ? sendSheet(reply, caller, list, sheet) : sendJsonList(reply, list);
    },
  );
}
