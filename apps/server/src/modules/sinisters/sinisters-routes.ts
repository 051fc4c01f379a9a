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
import type { OccurrencesService } from './occurrences-service.ts';
import type { SinisterReportService } from './sinister-report-service.ts';
import type { SinistersService } from './sinisters-service.ts';

const tags = ['sinisters'];
const reads = { access: 'signed-in' } as const;
const writes = { access: 'writer' } as const;
const params = idParamsSchema;
const answer = { 200: sinisterSchema };
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
    {
      config: { ...reads, answerHeaders: [totalCount] },
      schema: {
        summary: 'Lists the open incidents of visible devices; all of them with `all=true`',
        tags,
        querystring: sinisterQuerySchema,
        response: { 200: z.array(sinisterSchema) },
      },
    },
    async (request, reply) => sendJsonList(reply, await sinisters.list(callerOf(request), request.query)),
  );
  app.get(
    '/sinisters/:id',
    { config: reads, schema: { summary: 'Reads an incident', tags, params, response: answer } },
    async (request, reply) =>
      sendJson(reply, await sinisters.read(callerOf(request), Number(request.params.id))),
  );
  app.get(
    '/sinisters/:id/trail',
    {
      config: reads,
      schema: {
        summary: 'Lists where the vehicle of an incident was since it was opened',
        tags,
        params,
        response: { 200: z.array(trailPlaceSchema) },
      },
    },
    (request, reply) => sendJsonArray(reply, sinisters.trail(callerOf(request), Number(request.params.id))),
  );
  app.post(
    '/sinisters/open',
    {
      config: writes,
      schema: { summary: 'Opens an incident', tags, body: sinisterOpeningSchema, response: answer },
    },
    async (request, reply) => sendJson(reply, await sinisters.open(callerOf(request), request.body)),
  );
  app.put(
    '/sinisters/:id/close',
    {
      config: writes,
      schema: { summary: 'Closes an incident', tags, params, body: sinisterClosingSchema, response: answer },
    },
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
    {
      config: reads,
      schema: {
        summary: 'Lists the occurrences of an incident',
        tags,
        params,
        response: { 200: z.array(occurrenceSchema) },
      },
    },
    (request, reply) => sendJsonArray(reply, occurrences.list(callerOf(request), Number(request.params.id))),
  );
  app.post(
    '/sinisters/:id/occurrences',
    {
      config: writes,
      bodyLimit: occurrenceBodyBytes,
      schema: {
        summary: 'Adds an occurrence to an incident',
        tags,
        params,
        body: occurrenceInputSchema,
        response: { 200: occurrenceSchema },
      },
    },
    async (request, reply) =>
      sendJson(reply, await occurrences.add(callerOf(request), Number(request.params.id), request.body)),
  );
  app.get(
    '/sinisters/:id/occurrences/:occurrenceId/image',
    {
      config: { ...reads, answerTypes: ['image/png', 'image/jpeg'] },
      schema: {
        summary: 'Reads the picture of an occurrence',
        tags,
        params: params.extend({ occurrenceId: idTextSchema }),
      },
    },
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
    {
      config: { access: 'signed-in', answerTypes: ['application/pdf'] },
      schema: {
        summary: 'Makes the report of an incident as PDF, with its occurrences and a map',
        tags: ['reports'],
        querystring: sinisterReportQuerySchema,
      },
    },
    async (request, reply) => {
      const pdf = await report.make(callerOf(request), Number(request.query.sinisterId), request.hostname);
      return reply
        .header('content-disposition', 'attachment; filename="relatorio.pdf"')
        .type('application/pdf')
        .send(pdf);
    },
  );
}
