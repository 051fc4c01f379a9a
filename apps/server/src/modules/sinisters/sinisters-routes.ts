import { occurrenceInputSchema, occurrenceSchema } from '@atalaia/contract/sinisters/occurrence';
import {
  sinisterClosingSchema,
  sinisterOpeningSchema,
  sinisterQuerySchema,
  sinisterReportQuerySchema,
  sinisterSchema,
  trailPlaceSchema,
} from '@atalaia/contract/sinisters/sinister';
import { idParamsSchema, idTextSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import { fieldRefusal } from '../../errors/app-error.ts';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { sendJson, sendJsonArray, sendJsonList } from '../../platform/http/json-text.ts';
import { totalCount } from '../../platform/http/route-access.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { OccurrencesService } from './occurrences-service.ts';
import type { SinisterReportService } from './sinister-report-service.ts';
import type { SinistersService } from './sinisters-service.ts';

const route = routeOptions('sinisters');
const reportsRoute = routeOptions('reports');
const params = idParamsSchema;
/** An image of 5 MiB in base64, and the words around it. */
const occurrenceBodyBytes = 7.5 * 1024 * 1024;

export interface SinistersRoutesParts {
  readonly sinisters: SinistersService;
  readonly occurrences: OccurrencesService;
}

/** Cases: list, read, open, close, and what happened while they were open. */
export function sinistersRoutes(app: App, { sinisters, occurrences }: SinistersRoutesParts): void {
  app.get(
    '/sinisters',
    route(
      { access: 'signed-in', answerHeaders: [totalCount] },
      'Lists the open incidents of visible devices; all of them with `all=true`',
      { querystring: sinisterQuerySchema, answer: z.array(sinisterSchema) },
    ),
    async (request, reply) => sendJsonList(reply, await sinisters.list(callerOf(request), request.query)),
  );
  app.get(
    '/sinisters/:id',
    route('signed-in', 'Reads an incident', { params, answer: sinisterSchema }),
    async (request, reply) =>
      sendJson(reply, await sinisters.read(callerOf(request), Number(request.params.id))),
  );
  app.get(
    '/sinisters/:id/trail',
    route('signed-in', 'Lists where the vehicle of an incident was since it was opened', {
      params,
      answer: z.array(trailPlaceSchema),
    }),
    (request, reply) => sendJsonArray(reply, sinisters.trail(callerOf(request), Number(request.params.id))),
  );
  app.post(
    '/sinisters/open',
    route('writer', 'Opens an incident', { body: sinisterOpeningSchema, answer: sinisterSchema }),
    async (request, reply) => sendJson(reply, await sinisters.open(callerOf(request), request.body)),
  );
  app.put(
    '/sinisters/:id/close',
    route('writer', 'Closes an incident', { params, body: sinisterClosingSchema, answer: sinisterSchema }),
    async (request, reply) => {
      const id = Number(request.params.id);
      if (request.body.id !== id) {
        throw fieldRefusal('invalid-input', { path: 'id', message: `must be ${id}, as in the address` });
      }
      return sendJson(reply, await sinisters.close(callerOf(request), id, request.body));
    },
  );
  occurrencesRoutes(app, occurrences);
}

function occurrencesRoutes(app: App, occurrences: OccurrencesService): void {
  app.get(
    '/sinisters/:id/occurrences',
    route('signed-in', 'Lists the occurrences of an incident', { params, answer: z.array(occurrenceSchema) }),
    (request, reply) => sendJsonArray(reply, occurrences.list(callerOf(request), Number(request.params.id))),
  );
  app.post(
    '/sinisters/:id/occurrences',
    route('writer', 'Adds an occurrence to an incident', {
      params,
      body: occurrenceInputSchema,
      bodyLimit: occurrenceBodyBytes,
      answer: occurrenceSchema,
    }),
    async (request, reply) =>
      sendJson(reply, await occurrences.add(callerOf(request), Number(request.params.id), request.body)),
  );
  app.get(
    '/sinisters/:id/occurrences/:occurrenceId/image',
    route(
      { access: 'signed-in', answerTypes: ['image/png', 'image/jpeg'] },
      'Reads the picture of an occurrence',
      { params: params.extend({ occurrenceId: idTextSchema }) },
    ),
    async (request, reply) => {
      const { id, occurrenceId } = request.params;
      const { type, bytes } = await occurrences.image(callerOf(request), Number(id), Number(occurrenceId));
      return reply.type(type).send(bytes);
    },
  );
}

export function sinisterReportRoutes(app: App, report: SinisterReportService): void {
  app.get(
    '/reports/sinister',
    reportsRoute(
      { access: 'signed-in', answerTypes: ['application/pdf'] },
      'Makes the report of an incident as PDF, with its occurrences and a map',
      { querystring: sinisterReportQuerySchema },
    ),
    async (request, reply) => {
      const pdf = await report.make(callerOf(request), Number(request.query.sinisterId), request.hostname);
      return reply
        .header('content-disposition', 'attachment; filename="relatorio.pdf"')
        .type('application/pdf')
        .send(pdf);
    },
  );
}
