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
import { routeOptions } from '../../platform/http/route-options.ts';
import type { CockpitService } from './cockpit-service.ts';
import type { PoliceLinksService } from './police-links-service.ts';

const route = routeOptions('sinisters');
const params = idParamsSchema;

export interface CockpitRoutesParts {
  readonly cockpit: CockpitService;
  readonly policeLinks: PoliceLinksService;
}

/** The screen of a theft: what it shows, who looks, links for the police. */
export function cockpitRoutes(app: App, { cockpit, policeLinks }: CockpitRoutesParts): void {
  app.get(
    '/sinisters/:id/cockpit',
    route('centre', 'Reads what the screen of a theft shows beside the incident', {
      params,
      answer: cockpitSchema,
    }),
    (request) => cockpit.read(callerOf(request), Number(request.params.id)),
  );
  // who may only read looks too, and the others see that he does
  app.put(
    '/sinisters/:id/watching',
    route('centre', 'Says that the caller has the incident on his screen; the answer is who has', {
      params,
      answer: cockpitSchema.shape.watchers,
    }),
    (request) => cockpit.watch(callerOf(request), Number(request.params.id)),
  );
  app.delete(
    '/sinisters/:id/watching',
    route('centre', 'Says that the caller left the incident', { params, answer: null }),
    (request) => cockpit.leave(callerOf(request), Number(request.params.id)),
  );
  policeLinksRoutes(app, policeLinks);
}

function policeLinksRoutes(app: App, policeLinks: PoliceLinksService): void {
  app.get(
    '/sinisters/:id/police-links',
    route('centre', 'Lists the links that show the police the vehicle of an incident, and who looked', {
      params,
      answer: z.array(policeLinkSchema),
    }),
    (request) => policeLinks.list(callerOf(request), Number(request.params.id)),
  );
  app.post(
    '/sinisters/:id/police-links',
    route('centre-writer', 'Makes a link that shows the police the vehicle of an open incident', {
      params,
      body: policeLinkInputSchema,
      answer: newPoliceLinkSchema,
    }),
    (request) => policeLinks.make(callerOf(request), Number(request.params.id), request.body.expiresAt),
  );
  app.delete(
    '/sinisters/:id/police-links/:linkId',
    route('centre-writer', 'Revokes a link of the police', {
      params: params.extend({ linkId: idTextSchema }),
      answer: null,
    }),
    async (request) => {
      const { id, linkId } = request.params;
      await policeLinks.revoke(callerOf(request), Number(id), Number(linkId));
    },
  );
}
