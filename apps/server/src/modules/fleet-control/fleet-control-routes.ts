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
import { routeOptions } from '../../platform/http/route-options.ts';
import type { FleetControlService } from './fleet-control-service.ts';

const route = routeOptions('fleet-control');

/** The exchange with the fleet-control provider: everybody's own. */
export function fleetControlRoutes(app: App, fleetControl: FleetControlService): void {
  app.get(
    '/fleet-control',
    route(
      'signed-in',
      'Reads whether the caller has an account at the fleet-control provider, and the last exchange',
      { answer: fleetControlStatusSchema },
    ),
    (request) => fleetControl.status(callerOf(request)),
  );
  app.post(
    '/fleet-control/runs',
    route('device-writer', 'Starts an exchange with the provider, or resumes one that did not end', {
      body: fleetControlStartSchema,
      answer: fleetControlStatusSchema,
    }),
    (request) => fleetControl.start(callerOf(request), request.body),
  );
  app.delete(
    '/fleet-control/runs',
    route('device-writer', 'Stops the running exchange', { answer: fleetControlStatusSchema }),
    (request) => fleetControl.stop(callerOf(request)),
  );
  app.get(
    '/fleet-control/runs',
    route('signed-in', 'Lists the last exchanges of the caller', { answer: z.array(fleetControlRunSchema) }),
    (request) => fleetControl.runs(callerOf(request)),
  );
  app.get(
    '/fleet-control/runs/:id/findings',
    route(
      { access: 'signed-in', answerHeaders: [totalCount] },
      'Lists what an exchange changed, and what it could not match and why',
      {
        params: idParamsSchema,
        querystring: fleetControlFindingQuerySchema,
        answer: z.array(fleetControlFindingSchema),
      },
    ),
    async (request, reply) => {
      const id = Number(request.params.id);
      const { rows, total } = await fleetControl.findings(callerOf(request), id, request.query);
      reply.header(totalCountHeader, total);
      return rows;
    },
  );
}
