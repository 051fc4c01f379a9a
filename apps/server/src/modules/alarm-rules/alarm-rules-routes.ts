import {
  alarmOutcomeInputSchema,
  alarmOutcomeSchema,
  alarmRuleInputSchema,
  alarmRuleOrderSchema,
  alarmRuleQuerySchema,
  alarmRuleSchema,
  deskTeamInputSchema,
  deskTeamSchema,
  escalationInputSchema,
  escalationSchema,
  holdReasonInputSchema,
  holdReasonSchema,
} from '@atalaia/contract/desk/alarm-rule';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { sendJson } from '../../platform/http/json-text.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { AlarmRulesService } from './alarm-rules-service.ts';

const tags = ['alarm rules'];
const reads = { access: 'desk' } as const;
const writes = { access: 'administrator' } as const;
const params = idParamsSchema;

export function alarmRulesRoutes(app: App, rules: AlarmRulesService): void {
  const answer = { 200: alarmRuleSchema };
  const list = { 200: z.array(alarmRuleSchema) };
  app.get(
    '/alarm-rules',
    {
      config: reads,
      schema: {
        summary: 'Lists the alarm rules in their order',
        tags,
        querystring: alarmRuleQuerySchema,
        response: list,
      },
    },
    async (request, reply) => sendJson(reply, await rules.list(request.query.all === 'true')),
  );
  app.get(
    '/alarm-rules/:id',
    { config: reads, schema: { summary: 'Reads an alarm rule', tags, params, response: answer } },
    async (request, reply) => sendJson(reply, await rules.read(Number(request.params.id))),
  );
  app.post(
    '/alarm-rules',
    {
      config: writes,
      schema: { summary: 'Adds an alarm rule', tags, body: alarmRuleInputSchema, response: answer },
    },
    async (request, reply) => sendJson(reply, await rules.create(callerOf(request), request.body)),
  );
  app.put(
    '/alarm-rules/order',
    {
      config: writes,
      schema: {
        summary: 'Puts the alarm rules in an order',
        tags,
        body: alarmRuleOrderSchema,
        response: list,
      },
    },
    async (request, reply) => sendJson(reply, await rules.order(callerOf(request), request.body.ids)),
  );
  app.put(
    '/alarm-rules/:id',
    {
      config: writes,
      schema: {
        summary: 'Changes an alarm rule',
        tags,
        params,
        body: alarmRuleInputSchema,
        response: answer,
      },
    },
    async (request, reply) =>
      sendJson(reply, await rules.update(callerOf(request), Number(request.params.id), request.body)),
  );
  app.delete(
    '/alarm-rules/:id',
    { config: writes, schema: { summary: 'Retires an alarm rule', tags, params } },
    async (request, reply) => {
      await rules.retire(callerOf(request), Number(request.params.id));
      return reply.code(204).send();
    },
  );
  choiceRoutes(app, 'alarm-outcomes', 'outcome', rules.outcomes, alarmOutcomeSchema, alarmOutcomeInputSchema);
  choiceRoutes(
    app,
    'hold-reasons',
    'reason to put alarms off',
    rules.holdReasons,
    holdReasonSchema,
    holdReasonInputSchema,
  );
  choiceRoutes(app, 'desk-teams', 'team of operators', rules.teams, deskTeamSchema, deskTeamInputSchema);
  choiceRoutes(app, 'escalations', 'escalation', rules.escalations, escalationSchema, escalationInputSchema);
}

interface Choices<Input> {
  list(): Promise<string>;
  create(caller: Caller, input: Input): Promise<string>;
  update(caller: Caller, id: number, input: Input): Promise<string>;
  retire(caller: Caller, id: number): Promise<void>;
}

function choiceRoutes<Input extends z.ZodType>(
  app: App,
  path: string,
  what: string,
  service: Choices<z.infer<Input>>,
  row: z.ZodType,
  body: Input,
): void {
  const article = /^[aeiou]/.test(what) ? 'an' : 'a';
  app.get(
    `/${path}`,
    {
      config: reads,
      schema: { summary: `Lists what there is of: ${what}`, tags, response: { 200: z.array(row) } },
    },
    async (_request, reply) => sendJson(reply, await service.list()),
  );
  app.post(
    `/${path}`,
    { config: writes, schema: { summary: `Adds ${article} ${what}`, tags, body, response: { 200: row } } },
    async (request, reply) =>
      sendJson(reply, await service.create(callerOf(request), request.body as z.infer<Input>)),
  );
  app.put(
    `/${path}/:id`,
    {
      config: writes,
      schema: { summary: `Changes ${article} ${what}`, tags, params, body, response: { 200: row } },
    },
    async (request, reply) =>
      sendJson(
        reply,
        await service.update(callerOf(request), Number(request.params.id), request.body as z.infer<Input>),
      ),
  );
  app.delete(
    `/${path}/:id`,
    { config: writes, schema: { summary: `Retires ${article} ${what}`, tags, params } },
    async (request, reply) => {
      await service.retire(callerOf(request), Number(request.params.id));
      return reply.code(204).send();
    },
  );
}
