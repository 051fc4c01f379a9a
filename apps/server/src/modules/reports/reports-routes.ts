import { Readable } from 'node:stream';
import { eventSchema } from '@atalaia/contract/event';
import {
  eventsReportQuerySchema,
  type ReportQuery,
  reportQuerySchema,
  spreadsheetType,
} from '@atalaia/contract/report-query';
import { routeRowSchema, stopSchema, summarySchema, tripSchema } from '@atalaia/contract/report-rows';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { App } from '../../http/app-type.ts';
import { callerOf } from '../../http/authentication.ts';
import type { Sent } from '../../http/json-text.ts';
import { reportFile } from './report-file.ts';
import type { ReportsService } from './reports-service.ts';
import type { ReportKind } from './rows/report-request.ts';

const answers: Readonly<Record<ReportKind, z.ZodType>> = {
  route: z.array(routeRowSchema),
  events: z.array(eventSchema),
  trips: z.array(tripSchema),
  stops: z.array(stopSchema),
  summary: z.array(summarySchema),
};

/** `GET reports/{kind}`: JSON, or a spreadsheet by Accept header; the field's own addresses for the latter and for mail. */
export function reportsRoutes(app: App, reports: ReportsService): void {
  for (const kind of Object.keys(answers) as ReportKind[]) {
    const querystring = kind === 'events' ? eventsReportQuerySchema : reportQuerySchema;
    const schema = { tags: ['reports'], querystring };
    const config = { access: 'signed-in', answerTypes: [spreadsheetType] } as const;
    const mailed = { 204: z.null() };

    app.get(
      `/reports/${kind}`,
      { config, schema: { ...schema, response: { 200: answers[kind], ...mailed } } },
      async (request, reply): Promise<Sent> => {
        const query: ReportQuery = request.query;
        if (query.mail === 'true') {
          await reports.mail(callerOf(request), kind, query);
          return reply.code(204).send(null) as Sent;
        }
        const format = request.headers.accept?.includes(spreadsheetType) ? 'sheet' : 'json';
        return sendReport(reply, format, (signal) =>
          reports.make(callerOf(request), kind, query, format, signal),
        );
      },
    );
    app.get(`/reports/${kind}/xlsx`, { config, schema }, (request, reply) =>
      sendReport(reply, 'sheet', (signal) =>
        reports.make(callerOf(request), kind, request.query, 'sheet', signal),
      ),
    );
    app.get(
      `/reports/${kind}/mail`,
      { config: { access: 'signed-in' }, schema: { ...schema, response: mailed } },
      async (request, reply) => {
        await reports.mail(callerOf(request), kind, request.query);
        return reply.code(204).send(null);
      },
    );
  }
}

/**
 * Sends the pieces as they are made. The first is awaited, so that a refusal still has its own answer. A client that
 * goes away gives the report up.
 */
async function sendReport(
  reply: FastifyReply,
  format: 'json' | 'sheet',
  make: (signal: AbortSignal) => AsyncGenerator<Uint8Array>,
): Promise<Sent> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const pieces = make(gone.signal);
  const first = await pieces.next().catch((error: unknown) => {
    if (gone.signal.aborted) return undefined;
    throw error;
  });
  // nobody is left to be answered
  if (!first) return reply.hijack() as Sent;
  if (format === 'sheet') {
    reply.header('content-disposition', `attachment; filename="${reportFile.name}"`).type(reportFile.type);
  } else {
    reply.type('application/json; charset=utf-8');
  }
  return reply.send(Readable.from(following(first, pieces), { objectMode: false })) as Sent;
}

async function* following(
  first: IteratorResult<Uint8Array>,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
