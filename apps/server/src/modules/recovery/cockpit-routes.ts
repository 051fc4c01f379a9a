import { cockpitSchema } from '@atalaia/contract/sinisters/cockpit';
import {
  newPoliceLinkSchema,
  policeLinkInputSchema,
  policeLinkSchema,
} from '@atalaia/contract/sinisters/police-link';
import { idParamsSchema, idTextSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import type { CockpitService } from './cockpit-service.ts';
import type { PoliceLinksService } from './police-links-service.ts';

const tags = ['sinisters'];
const reads = { access: 'centre' } as const;
const writes = { access: 'centre-writer' } as const;
const params = idParamsSchema;

export interface CockpitRoutesParts {
  readonly cockpit: CockpitService;
  readonly policeLinks: PoliceLinksService;
}

/** The screen of a theft: what it shows, who looks, links for the police. */
export function cockpitRoutes(app: App, { cockpit, policeLinks }: CockpitRoutesParts): void {
  const summarized = (summary: string) => ({ summary, tags, params });
  app.get(
    '/sinisters/:id/cockpit',
    {
      config: reads,
      schema: {
        ...summarized('Reads what the screen of a theft shows beside the incident'),
        response: { 200: cockpitSchema },
      },
    },
    (request) => cockpit.read(callerOf(request), Number(request.params.id)),
  );
  const watchers = { 200: cockpitSchema.shape.watchers };
  app.put(
    '/sinisters/:id/watching',
    {
      // who may only read looks too, and the others see that he does
      config: reads,
      schema: {
        ...summarized('Says that the caller has the incident on his screen; the answer is who has'),
        response: watchers,
      },
    },
    (request) => cockpit.watch(callerOf(request), Number(request.params.id)),
  );
  app.delete(
    '/sinisters/:id/watching',
    {
      config: reads,
      schema: { ...summarized('Says that the caller left the incident'), response: { 204: z.null() } },
    },
    async (request, reply) => {
      await cockpit.leave(callerOf(request), Number(request.params.id));
      return reply.code(204).send(null);
    },
  );
  policeLinksRoutes(app, policeLinks);
}

function policeLinksRoutes(app: App, policeLinks: PoliceLinksService): void {
  app.get(
    '/sinisters/:id/police-links',
    {
      config: reads,
      schema: {
        summary: 'Lists the links that show the police the vehicle of an incident, and who looked',
        tags,
        params,
        response: { 200: z.array(policeLinkSchema) },
      },
    },
    (request) => policeLinks.list(callerOf(request), Number(request.params.id)),
  );
  app.post(
    '/sinisters/:id/police-links',
    {
      config: writes,
      schema: {
        summary: 'Makes a link that shows the police the vehicle of an open incident',
        tags,
        params,
        body: policeLinkInputSchema,
        response: { 200: newPoliceLinkSchema },
      },
    },
    (request) => policeLinks.make(callerOf(request), Number(request.params.id), request.body.expiresAt),
  );
  app.delete(
    '/sinisters/:id/police-links/:linkId',
    {
      config: writes,
      schema: {
        summary: 'Revokes a link of the police',
        tags,
        params: params.extend({ linkId: idTextSchema }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { id, linkId } = request.params;
      await policeLinks.revoke(callerOf(request), Number(id), Number(linkId));
      return reply.code(204).send(null);
    },
  );
}
