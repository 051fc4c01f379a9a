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
import { routeOptions } from '../../platform/http/route-options.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { AlarmRulesService } from './alarm-rules-service.ts';

const route = routeOptions('alarm rules');
const params = idParamsSchema;

export function alarmRulesRoutes(app: App, rules: AlarmRulesService): void {
  app.get(
    '/alarm-rules',
    route('desk', 'Lists the alarm rules in their order', {
      querystring: alarmRuleQuerySchema,
      answer: z.array(alarmRuleSchema),
    }),
    async (request, reply) => sendJson(reply, await rules.list(request.query.all === 'true')),
  );
  app.get(
    '/alarm-rules/:id',
    route('desk', 'Reads an alarm rule', { params, answer: alarmRuleSchema }),
    async (request, reply) => sendJson(reply, await rules.read(Number(request.params.id))),
  );
  app.post(
    '/alarm-rules',
    route('administrator', 'Adds an alarm rule', { body: alarmRuleInputSchema, answer: alarmRuleSchema }),
    async (request, reply) => sendJson(reply, await rules.create(callerOf(request), request.body)),
  );
  app.put(
    '/alarm-rules/order',
    route('administrator', 'Puts the alarm rules in an order', {
      body: alarmRuleOrderSchema,
      answer: z.array(alarmRuleSchema),
    }),
    async (request, reply) => sendJson(reply, await rules.order(callerOf(request), request.body.ids)),
  );
  app.put(
    '/alarm-rules/:id',
    route('administrator', 'Changes an alarm rule', {
      params,
      body: alarmRuleInputSchema,
      answer: alarmRuleSchema,
    }),
    async (request, reply) =>
      sendJson(reply, await rules.update(callerOf(request), Number(request.params.id), request.body)),
  );
  app.delete(
    '/alarm-rules/:id',
    route('administrator', 'Retires an alarm rule', { params, answer: null }),
    (request) => rules.retire(callerOf(request), Number(request.params.id)),
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
    route('desk', `Lists what there is of: ${what}`, { answer: z.array(row) }),
    async (_request, reply) => sendJson(reply, await service.list()),
  );
  app.post(
    `/${path}`,
    route('administrator', `Adds ${article} ${what}`, { body, answer: row }),
    async (request, reply) =>
      sendJson(reply, await service.create(callerOf(request), request.body as z.infer<Input>)),
  );
  app.put(
    `/${path}/:id`,
    route('administrator', `Changes ${article} ${what}`, { params, body, answer: row }),
    async (request, reply) =>
      sendJson(
        reply,
        await service.update(callerOf(request), Number(request.params.id), request.body as z.infer<Input>),
      ),
  );
  app.delete(
    `/${path}/:id`,
    route('administrator', `Retires ${article} ${what}`, { params, answer: null }),
    (request) => service.retire(callerOf(request), Number(request.params.id)),
  );
}
