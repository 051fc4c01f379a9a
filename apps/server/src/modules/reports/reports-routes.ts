import {
  eventsReportQuerySchema,
  geofencesReportQuerySchema,
  type ReportQuery,
  reportQuerySchema,
  routeReportQuerySchema,
  spreadsheetType,
  summaryQuerySchema,
} from '@atalaia/contract/reports/report-query';
import {
  combinedSchema,
  geofenceVisitSchema,
  routeRowSchema,
  stopSchema,
  summarySchema,
  tripSchema,
} from '@atalaia/contract/reports/report-rows';
import { eventSchema } from '@atalaia/contract/rules/event';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { negotiatedType, takesGzip } from '../../platform/http/accepted-types.ts';
import type { App, Request } from '../../platform/http/app-type.ts';
import { callerOf, refuseLure } from '../../platform/http/authentication.ts';
import type { JsonList, Sent } from '../../platform/http/json-text.ts';
import { refuseForeignSite } from '../../platform/http/origins.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import { type FileHead, sendFile } from '../../platform/http/web-files/web-files.ts';
import type { ListSheet } from '../../resources/list-sheet.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { ReportForm, ReportFormat, ReportsService } from './reports-service.ts';
import { csvFile, csvType, type ReportKind, reportFile } from './rows/report-request.ts';

const route = routeOptions('reports');

const answers: Readonly<Record<ReportKind, z.ZodType>> = {
  route: z.array(routeRowSchema),
  events: z.array(eventSchema),
  trips: z.array(tripSchema),
  stops: z.array(stopSchema),
  summary: z.array(summarySchema),
  geofences: z.array(geofenceVisitSchema),
  combined: z.array(combinedSchema),
};

const summaries: Readonly<Record<ReportKind, string>> = {
  route: 'Reports the positions of devices in a period',
  events: 'Reports the events of devices in a period',
  trips: 'Reports the trips of devices in a period',
  stops: 'Reports the stops of devices in a period',
  summary: 'Reports distances, speeds and hours of devices in a period',
  geofences: 'Reports the stays of devices in geofences in a period',
  combined: 'Reports the ways and events of devices in a period, for a map',
};

const querySchemas = {
  route: routeReportQuerySchema,
  events: eventsReportQuerySchema,
  trips: reportQuerySchema,
  stops: reportQuerySchema,
  summary: summaryQuerySchema,
  geofences: geofencesReportQuerySchema,
  combined: reportQuerySchema,
} as const satisfies Record<ReportKind, unknown>;

/** `GET reports/{kind}`: JSON, or a spreadsheet by Accept header; the field's own addresses for the latter and for mail. */
export function reportsRoutes(app: App, reports: ReportsService, devices: DeviceSheet): void {
  devicesReportRoutes(app, reports, devices);
  for (const kind of Object.keys(answers) as ReportKind[]) {
    const querystring = querySchemas[kind];
    const fileTypes = [spreadsheetType, csvType];
    app.get(
      `/reports/${kind}`,
      route({ access: 'signed-in', answerTypes: fileTypes }, summaries[kind], {
        querystring,
        answer: { 200: answers[kind], 204: z.null() },
      }),
      async (request, reply): Promise<Sent> => {
        const query: ReportQuery = request.query;
        if (query.mail === 'true') {
          refuseForeignMail(request);
          await reports.mail(callerOf(request), kind, query);
          return reply.code(204).send(null) as Sent;
        }
        return sendReport(request, reply, formatOf(request.headers.accept), (...made) =>
          reports.make(callerOf(request), kind, query, ...made),
        );
      },
    );
    app.get(
      `/reports/${kind}/csv`,
      route(
        { access: 'signed-in', answerTypes: [csvType] },
        `${summaries[kind]}, as comma-separated values`,
        { querystring },
      ),
      (request, reply) =>
        sendReport(request, reply, 'csv', (...made) =>
          reports.make(callerOf(request), kind, request.query, ...made),
        ),
    );
    app.get(
      `/reports/${kind}/xlsx`,
      route({ access: 'signed-in', answerTypes: [spreadsheetType] }, `${summaries[kind]}, as a spreadsheet`, {
        querystring,
      }),
      (request, reply) =>
        sendReport(request, reply, 'sheet', (...made) =>
          reports.make(callerOf(request), kind, request.query, ...made),
        ),
    );
    app.get(
      `/reports/${kind}/mail`,
      route('signed-in', `${summaries[kind]}, sent by mail`, { querystring, answer: null }),
      async (request) => {
        refuseForeignMail(request);
        await reports.mail(callerOf(request), kind, request.query);
      },
    );
    app.post(
      `/reports/${kind}/mail`,
      route('signed-in', `Sends by mail: ${summaries[kind]}`, { querystring, answer: null }),
      (request) => reports.mail(callerOf(request), kind, request.query),
    );
  }
}

/** The list of devices that one sees, and its spreadsheet. */
export interface DeviceSheet {
  readonly list: (caller: Caller) => Promise<JsonList>;
  readonly make: ListSheet['make'];
}

/** The field's addresses of the devices with their state, as a spreadsheet. */
function devicesReportRoutes(app: App, reports: ReportsService, { list, make }: DeviceSheet): void {
  const made = async function* (caller: Caller, signal: AbortSignal) {
    yield* make(caller, (await list(caller)).rows, signal);
  };
  app.get(
    '/reports/devices/xlsx',
    route(
      { access: 'signed-in', answerTypes: [spreadsheetType] },
      'Reports the devices that the caller sees, as a spreadsheet',
    ),
    (request, reply) => sendFile(reply, files.sheet, (signal) => made(callerOf(request), signal)),
  );
  app.get(
    '/reports/devices/mail',
    route('signed-in', 'Reports the devices that the caller sees, sent by mail', { answer: null }),
    async (request) => {
      refuseForeignMail(request);
      const caller = callerOf(request);
      reports.mailSheet(caller, 'devices', (signal) => made(caller, signal));
    },
  );
}

/** A link or a picture on a page of another site would have one mailed, with the cookie of whoever sees it. */
function refuseForeignMail(request: Request): void {
  if (callerOf(request).via === 'cookie') refuseForeignSite(request);
  refuseLure(request);
}

function formatOf(accept: string | undefined): ReportFormat {
  const accepted = negotiatedType(accept, ['application/json', spreadsheetType, csvType]);
  if (accepted === spreadsheetType) return 'sheet';
  return accepted === csvType ? 'csv' : 'json';
}

const files: Readonly<Record<ReportFormat, FileHead>> = {
  sheet: reportFile,
  csv: csvFile,
  json: { type: 'application/json; charset=utf-8' },
};

/** Sends a report as it is made, a file under its name. */
function sendReport(
  request: FastifyRequest,
  reply: FastifyReply,
  format: ReportFormat,
  make: (
    form: ReportForm,
    signal: AbortSignal,
    onAsOf: (asOfMs: number) => void,
  ) => AsyncGenerator<Uint8Array>,
): Promise<Sent> {
  const isZipped = format !== 'sheet' && takesGzip(request);
  const sayAsOf = (asOfMs: number) => void reply.header('x-as-of', new Date(asOfMs).toISOString());
  return sendFile(reply, { ...files[format], isZipped }, (signal) =>
    make({ format, isZipped }, signal, sayAsOf),
  );
}
