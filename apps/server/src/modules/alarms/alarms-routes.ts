import {
  alarmDetailSchema,
  alarmRecentSchema,
  queueQuerySchema,
  queueSchema,
} from '@atalaia/contract/desk/alarm';
import {
  alarmClaimSchema,
  alarmClosedSchema,
  alarmCloseManySchema,
  alarmCloseSchema,
  alarmDraftInputSchema,
  alarmHoldSchema,
  alarmNoteSchema,
  alarmPassSchema,
  alarmReleaseSchema,
  alarmResumeSchema,
  alarmsClosedSchema,
  alarmTakeOverSchema,
  claimedNextSchema,
} from '@atalaia/contract/desk/alarm-acts';
import { longIdTextSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { sendJson } from '../../platform/http/json-text.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { AlarmDocumentService } from './alarm-document-service.ts';
import type { AlarmsService } from './alarms-service.ts';

const route = routeOptions('alarms');
const acts = { access: 'operator' } as const;
const supervises = { access: 'supervisor' } as const;
const params = z.object({ id: longIdTextSchema });

export function alarmsRoutes(app: App, alarms: AlarmsService): void {
  readingRoutes(app, alarms);
  claimRoutes(app, alarms);
  actRoutes(app, alarms);
  workRoutes(app, alarms);
  closingRoutes(app, alarms);
}

function readingRoutes(app: App, alarms: AlarmsService): void {
  app.get(
    '/desk/queue',
    route('desk', 'Reads the queue of open alarms', { querystring: queueQuerySchema, answer: queueSchema }),
    async (request, reply) => sendJson(reply, await alarms.queue(callerOf(request), request.query)),
  );
  app.get(
    '/alarms/:id',
    route('desk', 'Reads an alarm with all that its screen shows', { params, answer: alarmDetailSchema }),
    async (request, reply) =>
      sendJson(reply, await alarms.read(callerOf(request), Number(request.params.id))),
  );
  app.get(
    '/alarms/:id/recent',
    route('desk', 'Reads what happened to the vehicle of an alarm in the last 30 days', {
      params,
      answer: alarmRecentSchema,
    }),
    async (request, reply) =>
      sendJson(reply, await alarms.recent(callerOf(request), Number(request.params.id))),
  );
  app.get(
    '/alarms/of-event/:eventId',
    route('desk', 'Reads the alarm that an event belongs to', {
      params: z.object({ eventId: longIdTextSchema }),
      answer: alarmDetailSchema,
    }),
    async (request, reply) =>
      sendJson(reply, await alarms.readOfEvent(callerOf(request), Number(request.params.eventId))),
  );
}

/** Acts on one alarm: each names the state that the person saw, and is answered with the alarm as it is then. */
function actRoutes(app: App, alarms: AlarmsService): void {
  const act = <Body extends z.ZodType>(
    name: string,
    summary: string,
    body: Body,
    run: (caller: Caller, id: number, body: z.output<Body>) => Promise<string>,
    config: typeof acts | typeof supervises = acts,
  ): void => {
    app.post(
      `/alarms/:id/${name}`,
      route(config, summary, { params, body, answer: alarmDetailSchema }),
      async (request, reply) =>
        sendJson(
          reply,
          await run(callerOf(request), Number(request.params.id), request.body as z.output<Body>),
        ),
    );
  };
  act('claim', 'Takes an alarm', alarmClaimSchema, alarms.claim);
  act('take-over', 'Takes an alarm from whoever holds it', alarmTakeOverSchema, alarms.takeOver, supervises);
  act('release', 'Gives an alarm back to the queue', alarmReleaseSchema, alarms.release);
  act('pass', 'Passes an alarm to a colleague on duty', alarmPassSchema, alarms.pass);
  act('hold', 'Puts an alarm off for a while', alarmHoldSchema, alarms.hold);
  act('resume', 'Goes on with an alarm that was put off', alarmResumeSchema, alarms.resume);
  act('notes', 'Adds a note to an alarm', alarmNoteSchema, (caller, id, { note }) =>
    alarms.note(caller, id, note),
  );
}

function claimRoutes(app: App, alarms: AlarmsService): void {
  app.post(
    '/alarms/claim-next',
    route('operator', 'Takes the most urgent alarm that nobody holds', { answer: claimedNextSchema }),
    async (request, reply) => sendJson(reply, `{"alarm":${await alarms.claimNext(callerOf(request))}}`),
  );

  app.post(
    '/alarms/:id/still-here',
    route('operator', 'Says that one still works on an alarm', { params, answer: null }),
    (request) => alarms.stillHere(callerOf(request), Number(request.params.id)),
  );
}

function workRoutes(app: App, alarms: AlarmsService): void {
  app.put(
    '/alarms/:id/draft',
    route('operator', 'Keeps what is being written', { params, body: alarmDraftInputSchema, answer: null }),
    (request) => alarms.draft(callerOf(request), Number(request.params.id), request.body.text),
  );
}

function closingRoutes(app: App, alarms: AlarmsService): void {
  app.post(
    '/alarms/:id/close',
    route({ access: 'operator', refusals: [422] }, 'Closes an alarm with an outcome', {
      params,
      body: alarmCloseSchema,
      answer: alarmClosedSchema,
    }),
    async (request, reply) =>
      sendJson(reply, await alarms.close(callerOf(request), Number(request.params.id), request.body)),
  );
  app.post(
    '/alarms/close-many',
    route({ access: 'supervisor', refusals: [422] }, 'Closes alarms of one rule with one outcome', {
      body: alarmCloseManySchema,
      answer: alarmsClosedSchema,
    }),
    (request) => alarms.closeMany(callerOf(request), request.body),
  );
}

export function alarmDocumentRoutes(app: App, document: AlarmDocumentService): void {
  app.get(
    '/alarms/:id/document',
    route(
      { access: 'desk', answerTypes: ['application/pdf'] },
      'Makes the history of an alarm as PDF for its customer: no notes, phrases or numbers of people',
      { params },
    ),
    async (request, reply) => {
      const id = Number(request.params.id);
      const pdf = await document.make(callerOf(request), id, request.hostname);
      return reply
        .header('content-disposition', `attachment; filename="atendimento-${id}.pdf"`)
        .type('application/pdf')
        .send(pdf);
    },
  );
}
