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
import type { ProceduresService } from './procedures-service.ts';

const tags = ['procedures'];
const reads = { access: 'supervisor' } as const;
const writes = { access: 'administrator' } as const;
const params = idParamsSchema;
const answer = { 200: procedureDetailSchema };

export function proceduresRoutes(app: App, procedures: ProceduresService): void {
  app.get(
    '/procedures',
    {
      config: reads,
      schema: {
        summary: 'Lists the procedures of the desk',
        tags,
        querystring: procedureQuerySchema,
        response: { 200: z.array(procedureSchema) },
      },
    },
    async (request, reply) => sendJson(reply, await procedures.list(request.query.all === 'true')),
  );
  app.get(
    '/procedures/:id',
    {
      config: reads,
      schema: {
        summary: 'Reads a procedure with the steps of its newest version',
        tags,
        params,
        response: answer,
      },
    },
    async (request, reply) => sendJson(reply, await procedures.read(Number(request.params.id))),
  );
  app.get(
    '/procedures/:id/versions',
    {
      config: reads,
      schema: {
        summary: 'Lists the versions of a procedure',
        tags,
        params,
        response: { 200: z.array(procedureVersionSchema) },
      },
    },
    async (request, reply) => sendJson(reply, await procedures.versions(Number(request.params.id))),
  );
  app.get(
    '/procedures/:id/versions/:number',
    {
      config: reads,
      schema: {
        summary: 'Reads a version of a procedure',
        tags,
        params: procedureVersionParamsSchema,
        response: { 200: procedureVersionDetailSchema },
      },
    },
    async ({ params: { id, number } }, reply) =>
      sendJson(reply, await procedures.version(Number(id), Number(number))),
  );
  app.post(
    '/procedures',
    {
      config: writes,
      schema: { summary: 'Adds a procedure', tags, body: procedureInputSchema, response: answer },
    },
    async (request, reply) => sendJson(reply, await procedures.create(callerOf(request), request.body)),
  );
  app.put(
    '/procedures/:id',
    {
      config: writes,
      schema: {
        summary: 'Saves a new version of a procedure',
        tags,
        params,
        body: procedureChangeSchema,
        response: answer,
      },
    },
    async (request, reply) =>
      sendJson(reply, await procedures.save(callerOf(request), Number(request.params.id), request.body)),
  );
  app.post(
    '/procedures/:id/publish',
    {
      config: writes,
      schema: {
        summary: 'Publishes a version of a procedure',
        tags,
        params,
        body: procedurePublishSchema,
        response: answer,
      },
    },
    async (request, reply) =>
      sendJson(reply, await procedures.publish(callerOf(request), Number(request.params.id), request.body)),
  );
  app.delete(
    '/procedures/:id',
    { config: writes, schema: { summary: 'Archives a procedure', tags, params } },
    async (request, reply) => {
      await procedures.archive(callerOf(request), Number(request.params.id));
      return reply.code(204).send();
    },
  );
}
