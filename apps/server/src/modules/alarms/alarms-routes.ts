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
import type { Caller } from '../../visibility/caller.ts';
import type { AlarmsService } from './alarms-service.ts';

const tags = ['alarms'];
const reads = { access: 'desk' } as const;
const acts = { access: 'operator' } as const;
const supervises = { access: 'supervisor' } as const;
const params = z.object({ id: longIdTextSchema });
const answer = { 200: alarmDetailSchema };

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
    {
      config: reads,
      schema: {
        summary: 'Reads the queue of open alarms',
        tags,
        querystring: queueQuerySchema,
        response: { 200: queueSchema },
      },
    },
    async (request, reply) => sendJson(reply, await alarms.queue(callerOf(request), request.query)),
  );
  app.get(
    '/alarms/:id',
    {
      config: reads,
      schema: { summary: 'Reads an alarm with all that its screen shows', tags, params, response: answer },
    },
    async (request, reply) =>
      sendJson(reply, await alarms.read(callerOf(request), Number(request.params.id))),
  );
  app.get(
    '/alarms/:id/recent',
    {
      config: reads,
      schema: {
        summary: 'Reads what happened to the vehicle of an alarm in the last 30 days',
        tags,
        params,
        response: { 200: alarmRecentSchema },
      },
    },
    async (request, reply) =>
      sendJson(reply, await alarms.recent(callerOf(request), Number(request.params.id))),
  );
  app.get(
    '/alarms/of-event/:eventId',
    {
      config: reads,
      schema: {
        summary: 'Reads the alarm that an event belongs to',
        tags,
        params: z.object({ eventId: longIdTextSchema }),
        response: answer,
      },
    },
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
      { config, schema: { summary, tags, params, body, response: answer } },
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
    {
      config: acts,
      schema: {
        summary: 'Takes the most urgent alarm that nobody holds',
        tags,
        response: { 200: claimedNextSchema },
      },
    },
    async (request, reply) => sendJson(reply, `{"alarm":${await alarms.claimNext(callerOf(request))}}`),
  );

  app.post(
    '/alarms/:id/still-here',
    { config: acts, schema: { summary: 'Says that one still works on an alarm', tags, params } },
    async (request, reply) => {
      await alarms.stillHere(callerOf(request), Number(request.params.id));
      return reply.code(204).send();
    },
  );
}

function workRoutes(app: App, alarms: AlarmsService): void {
  app.put(
    '/alarms/:id/draft',
    {
      config: acts,
      schema: { summary: 'Keeps what is being written', tags, params, body: alarmDraftInputSchema },
    },
    async (request, reply) => {
      await alarms.draft(callerOf(request), Number(request.params.id), request.body.text);
      return reply.code(204).send();
    },
  );
}

function closingRoutes(app: App, alarms: AlarmsService): void {
  app.post(
    '/alarms/:id/close',
    {
      config: { ...acts, refusals: [422] },
      schema: {
        summary: 'Closes an alarm with an outcome',
        tags,
        params,
        body: alarmCloseSchema,
        response: { 200: alarmClosedSchema },
      },
    },
    async (request, reply) =>
      sendJson(reply, await alarms.close(callerOf(request), Number(request.params.id), request.body)),
  );
  app.post(
    '/alarms/close-many',
    {
      config: { ...supervises, refusals: [422] },
      schema: {
        summary: 'Closes alarms of one rule with one outcome',
        tags,
        body: alarmCloseManySchema,
        response: { 200: alarmsClosedSchema },
      },
    },
    (request) => alarms.closeMany(callerOf(request), request.body),
  );
}
