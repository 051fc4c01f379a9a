import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import {
  type CallOutLine,
  callOutChangeSchema,
  callOutInputSchema,
  callOutReportQuerySchema,
  callOutSchema,
  callOutSmsSchema,
  nearResponderSchema,
  newCallOutSchema,
} from '@atalaia/contract/sinisters/call-out';
import { idParamsSchema, idTextSchema } from '@atalaia/contract/values/query-values';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import type { JsonRows } from '../../platform/http/json-text.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import { asksForSheet, type ListSheet, sendSheet } from '../../resources/list-sheet.ts';
import type { CallOutLinks } from './call-out-links-service.ts';
import type { CallOutsService } from './call-outs-service.ts';

const route = routeOptions('sinisters');
const reportsRoute = routeOptions('reports');
const params = idParamsSchema;
const ofCallOut = params.extend({ callOutId: idTextSchema });

/** Where the caller reaches this server. */
function originOf({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  return `${protocol}://${host}`;
}

export interface CallOutsRoutesParts {
  readonly callOuts: CallOutsService;
  readonly callOutLinks: CallOutLinks;
}

async function* jsonOf(lines: readonly CallOutLine[]): JsonRows {
  if (lines.length > 0) yield lines.map((line) => JSON.stringify(line)).join(',');
}

/** Who is sent out to a stolen vehicle. */
export function callOutsRoutes(
  app: App,
  { callOuts, callOutLinks }: CallOutsRoutesParts,
  makeSheet: ListSheet['make'],
): void {
  callingRoutes(app, callOuts);
  linkRoutes(app, callOutLinks);
  exportRoute(app, callOuts, makeSheet);
}

/** Who could be called, who was, and what became of it. */
function callingRoutes(app: App, callOuts: CallOutsService): void {
  app.get(
    '/sinisters/:id/responders',
    route('centre', 'Lists the prompt response by its distance to the vehicle of an incident', {
      params,
      answer: z.array(nearResponderSchema),
    }),
    (request) => callOuts.responders(callerOf(request), Number(request.params.id)),
  );
  app.get(
    '/sinisters/:id/call-outs',
    route('centre', 'Lists who was called out to an incident, and what he answered', {
      params,
      answer: z.array(callOutSchema),
    }),
    (request) => callOuts.list(callerOf(request), Number(request.params.id)),
  );
  app.post(
    '/sinisters/:id/call-outs',
    route('centre-writer', 'Calls somebody of the prompt response out to an open incident, by a link', {
      params,
      body: callOutInputSchema,
      answer: newCallOutSchema,
    }),
    (request) => callOuts.call(callerOf(request), Number(request.params.id), request.body, originOf(request)),
  );
  app.put(
    '/sinisters/:id/call-outs/:callOutId',
    route(
      { access: 'centre-writer', refusals: [409] },
      'Notes kilometres, cost and who approved of a call-out, or cancels it',
      { params: ofCallOut, body: callOutChangeSchema, answer: callOutSchema },
    ),
    (request) => {
      const { id, callOutId } = request.params;
      return callOuts.change(callerOf(request), Number(id), Number(callOutId), request.body);
    },
  );
}

/** The link by which one who is called out answers. */
function linkRoutes(app: App, callOutLinks: CallOutLinks): void {
  app.post(
    '/sinisters/:id/call-outs/:callOutId/link',
    route(
      { access: 'centre-writer', refusals: [409] },
      'Makes another link of a call-out; the former one is over',
      { params: ofCallOut, answer: newCallOutSchema },
    ),
    (request) => {
      const { id, callOutId } = request.params;
      return callOutLinks.renew(callerOf(request), Number(id), Number(callOutId), originOf(request));
    },
  );
  app.post(
    '/sinisters/:id/call-outs/:callOutId/sms',
    route({ access: 'centre-writer', refusals: [502] }, 'Sends the link of a call-out by SMS', {
      params: ofCallOut,
      body: callOutSmsSchema,
      answer: callOutSchema,
    }),
    (request) => {
      const { id, callOutId } = request.params;
      const link = { token: request.body.token, origin: originOf(request) };
      return callOutLinks.sendSms(callerOf(request), Number(id), Number(callOutId), link);
    },
  );
}

function exportRoute(app: App, callOuts: CallOutsService, makeSheet: ListSheet['make']): void {
  const sheet = { name: 'pronta-resposta.xlsx', make: makeSheet };
  app.get(
    '/reports/call-outs',
    reportsRoute(
      { access: 'centre', answerTypes: ['text/csv', spreadsheetType] },
      'Exports the call-outs of visible incidents within a period, as CSV or as a spreadsheet',
      { querystring: callOutReportQuerySchema },
    ),
    async (request, reply) => {
      const caller = callerOf(request);
      if (asksForSheet(request)) {
        const lines = await callOuts.between(caller, request.query);
        return sendSheet(reply, caller, { rows: jsonOf(lines), total: lines.length }, sheet);
      }
      return reply
        .header('content-disposition', 'attachment; filename="pronta-resposta.csv"')
        .type('text/csv; charset=utf-8')
        .send(await callOuts.csvBetween(caller, request.query));
    },
  );
}
