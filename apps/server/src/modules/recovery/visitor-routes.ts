/** What people without an account open by a link: the police, and who was called out. */
import {
  calledOutSchema,
  callOutAnswerSchema,
  callOutPlaceSchema,
} from '@atalaia/contract/sinisters/call-out';
import { officerSchema, policeViewSchema, policeVisitSchema } from '@atalaia/contract/sinisters/police-link';
import { trailPlaceSchema } from '@atalaia/contract/sinisters/sinister';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { sendJsonArray } from '../../platform/http/json-text.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { CalledOutService } from './called-out-service.ts';
import type { PoliceLinksService } from './police-links-service.ts';

const route = routeOptions('sinisters');
const config = { access: 'public', refusals: [410] } as const;
const tokenParams = z.object({ token: z.string().min(1) });
const visitParams = z.object({ visit: z.string().min(1) });
/** A picture of 5 MiB in base64, and the words around it. */
const answerBytes = 7.5 * 1024 * 1024;

export interface VisitorRoutesParts {
  readonly policeLinks: PoliceLinksService;
  readonly calledOut: CalledOutService;
}

export function visitorRoutes(app: App, { policeLinks, calledOut }: VisitorRoutesParts): void {
  app.post(
    '/police/:token/visits',
    route(
      config,
      'An officer says who he is, and may look at the stolen vehicle of a link; needs no account',
      { params: tokenParams, body: officerSchema, answer: policeVisitSchema },
    ),
    (request) => policeLinks.visit(request.params.token, request.body, request.ip),
  );
  app.get(
    '/police/visits/:visit',
    route(config, 'Reads where a stolen vehicle is, for the officer who said who he is', {
      params: visitParams,
      answer: policeViewSchema,
    }),
    (request) => policeLinks.look(request.params.visit, request.ip),
  );
  app.get(
    '/police/visits/:visit/trail',
    route(config, 'Lists where a stolen vehicle was since the event, for the officer who said who he is', {
      params: visitParams,
      answer: z.array(trailPlaceSchema),
    }),
    async (request, reply) => sendJsonArray(reply, await policeLinks.trail(request.params.visit, request.ip)),
  );
  app.get(
    '/call-outs/:token',
    route(config, 'Reads what somebody was called out to; needs no account', {
      params: tokenParams,
      answer: calledOutSchema,
    }),
    (request) => calledOut.look(request.params.token, request.ip),
  );
  app.post(
    '/call-outs/:token/answers',
    route(
      { ...config, refusals: [409, 410] },
      'Answers a call-out, with a picture and a place; needs no account',
      { params: tokenParams, body: callOutAnswerSchema, bodyLimit: answerBytes, answer: calledOutSchema },
    ),
    (request) => calledOut.answer(request.params.token, request.body, request.ip),
  );
  app.post(
    '/call-outs/:token/places',
    route(config, 'Says where the phone of who is on his way is; needs no account', {
      params: tokenParams,
      body: callOutPlaceSchema,
      answer: null,
    }),
    (request) => calledOut.place(request.params.token, request.body, request.ip),
  );
}
