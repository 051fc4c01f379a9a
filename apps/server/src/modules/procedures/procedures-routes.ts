import {
  procedureChangeSchema,
  procedureDetailSchema,
  procedureInputSchema,
  procedurePublishSchema,
  procedureQuerySchema,
  procedureSchema,
  procedureVersionDetailSchema,
  procedureVersionParamsSchema,
  procedureVersionSchema,
} from '@atalaia/contract/desk/procedure';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { sendJson } from '../../platform/http/json-text.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { ProceduresService } from './procedures-service.ts';

const route = routeOptions('procedures');
const params = idParamsSchema;

export function proceduresRoutes(app: App, procedures: ProceduresService): void {
  app.get(
    '/procedures',
    route('supervisor', 'Lists the procedures of the desk', {
      querystring: procedureQuerySchema,
      answer: z.array(procedureSchema),
    }),
    async (request, reply) => sendJson(reply, await procedures.list(request.query.all === 'true')),
  );
  app.get(
    '/procedures/:id',
    route('supervisor', 'Reads a procedure with the steps of its newest version', {
      params,
      answer: procedureDetailSchema,
    }),
    async (request, reply) => sendJson(reply, await procedures.read(Number(request.params.id))),
  );
  app.get(
    '/procedures/:id/versions',
    route('supervisor', 'Lists the versions of a procedure', {
      params,
      answer: z.array(procedureVersionSchema),
    }),
    async (request, reply) => sendJson(reply, await procedures.versions(Number(request.params.id))),
  );
  app.get(
    '/procedures/:id/versions/:number',
    route('supervisor', 'Reads a version of a procedure', {
      params: procedureVersionParamsSchema,
      answer: procedureVersionDetailSchema,
    }),
    async ({ params: { id, number } }, reply) =>
      sendJson(reply, await procedures.version(Number(id), Number(number))),
  );
  app.post(
    '/procedures',
    route('administrator', 'Adds a procedure', { body: procedureInputSchema, answer: procedureDetailSchema }),
    async (request, reply) => sendJson(reply, await procedures.create(callerOf(request), request.body)),
  );
  app.put(
    '/procedures/:id',
    route('administrator', 'Saves a new version of a procedure', {
      params,
      body: procedureChangeSchema,
      answer: procedureDetailSchema,
    }),
    async (request, reply) =>
      sendJson(reply, await procedures.save(callerOf(request), Number(request.params.id), request.body)),
  );
  app.post(
    '/procedures/:id/publish',
    route('administrator', 'Publishes a version of a procedure', {
      params,
      body: procedurePublishSchema,
      answer: procedureDetailSchema,
    }),
    async (request, reply) =>
      sendJson(reply, await procedures.publish(callerOf(request), Number(request.params.id), request.body)),
  );
  app.delete(
    '/procedures/:id',
    route('administrator', 'Archives a procedure', { params, answer: null }),
    (request) => procedures.archive(callerOf(request), Number(request.params.id)),
  );
}
