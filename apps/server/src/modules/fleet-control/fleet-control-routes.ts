import {
  fleetControlFindingQuerySchema,
  fleetControlFindingSchema,
  fleetControlRunSchema,
  fleetControlStartSchema,
  fleetControlStatusSchema,
} from '@atalaia/contract/providers/fleet-control-sync';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import { totalCountHeader } from '@atalaia/contract/values/sorting';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { totalCount } from '../../platform/http/route-access.ts';
import type { FleetControlService } from './fleet-control-service.ts';

const tags = ['fleet-control'];

/** The exchange with the fleet-control provider: everybody's own. */
export function fleetControlRoutes(app: App, fleetControl: FleetControlService): void {
  const answer = { 200: fleetControlStatusSchema };
  app.get(
    '/fleet-control',
    {
      config: { access: 'signed-in' },
      schema: {
        summary:
          'Reads whether the caller has an account at the fleet-control provider, and the last exchange',
        tags,
        response: answer,
      },
    },
    (request) => fleetControl.status(callerOf(request)),
  );
  app.post(
    '/fleet-control/runs',
    {
      config: { access: 'device-writer' },
      schema: {
        summary: 'Starts an exchange with the provider, or resumes one that did not end',
        tags,
        body: fleetControlStartSchema,
        response: answer,
      },
    },
    (request) => fleetControl.start(callerOf(request), request.body),
  );
  app.delete(
    '/fleet-control/runs',
    {
      config: { access: 'device-writer' },
      schema: { summary: 'Stops the running exchange', tags, response: answer },
    },
    (request) => fleetControl.stop(callerOf(request)),
  );
  app.get(
    '/fleet-control/runs',
    {
      config: { access: 'signed-in' },
      schema: {
        summary: 'Lists the last exchanges of the caller',
        tags,
        response: { 200: z.array(fleetControlRunSchema) },
      },
    },
    (request) => fleetControl.runs(callerOf(request)),
  );
  app.get(
    '/fleet-control/runs/:id/findings',
    {
      config: { access: 'signed-in', answerHeaders: [totalCount] },
      schema: {
        summary: 'Lists what an exchange changed, and what it could not match and why',
        tags,
        params: idParamsSchema,
        querystring: fleetControlFindingQuerySchema,
        response: { 200: z.array(fleetControlFindingSchema) },
      },
    },
    async (request, reply) => {
      const id = Number(request.params.id);
      const { rows, total } = await fleetControl.findings(callerOf(request), id, request.query);
      reply.header(totalCountHeader, total);
      return rows;
    },
  );
}
