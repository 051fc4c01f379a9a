/** What people without an account open by a link: the police, and who was called out. */
import { calledOutSchema, callOutAnswerSchema } from '@atalaia/contract/sinisters/call-out';
import { officerSchema, policeViewSchema, policeVisitSchema } from '@atalaia/contract/sinisters/police-link';
import { trailPlaceSchema } from '@atalaia/contract/sinisters/sinister';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { sendJsonArray } from '../../platform/http/json-text.ts';
import type { CalledOutService } from './called-out-service.ts';
import type { PoliceLinksService } from './police-links-service.ts';

const tags = ['sinisters'];
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
    {
      config,
      schema: {
        summary: 'An officer says who he is, and may look at the stolen vehicle of a link; needs no account',
        tags,
        params: tokenParams,
        body: officerSchema,
        response: { 200: policeVisitSchema },
      },
    },
    (request) => policeLinks.visit(request.params.token, request.body, request.ip),
  );
  app.get(
    '/police/visits/:visit',
    {
      config,
      schema: {
        summary: 'Reads where a stolen vehicle is, for the officer who said who he is',
        tags,
        params: visitParams,
        response: { 200: policeViewSchema },
      },
    },
    (request) => policeLinks.look(request.params.visit, request.ip),
  );
  app.get(
    '/police/visits/:visit/trail',
    {
      config,
      schema: {
        summary: 'Lists where a stolen vehicle was since the event, for the officer who said who he is',
        tags,
        params: visitParams,
        response: { 200: z.array(trailPlaceSchema) },
      },
    },
    async (request, reply) => sendJsonArray(reply, await policeLinks.trail(request.params.visit, request.ip)),
  );
  app.get(
    '/call-outs/:token',
    {
      config,
      schema: {
        summary: 'Reads what somebody was called out to; needs no account',
        tags,
        params: tokenParams,
        response: { 200: calledOutSchema },
      },
    },
    (request) => calledOut.look(request.params.token, request.ip),
  );
  app.post(
    '/call-outs/:token/answers',
    {
      config: { ...config, refusals: [409, 410] },
      bodyLimit: answerBytes,
      schema: {
        summary: 'Answers a call-out, with a picture and a place; needs no account',
        tags,
        params: tokenParams,
        body: callOutAnswerSchema,
        response: { 200: calledOutSchema },
      },
    },
    (request) => calledOut.answer(request.params.token, request.body, request.ip),
  );
}
