import {
  boardSchema,
  deskFiguresSchema,
  deskSettingsInputSchema,
  deskSettingsSchema,
  dutyInputSchema,
  mutedRuleInputSchema,
  mutedRuleSchema,
  operatorQuerySchema,
  operatorSchema,
} from '@atalaia/contract/desk/desk';
import { idTextSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { sendJson } from '../../platform/http/json-text.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { DeskService } from './desk-service.ts';

const route = routeOptions('alarms');

export function deskRoutes(app: App, desk: DeskService): void {
  app.get(
    '/desk/settings',
    route('desk', 'Reads the settings of the alarm desk', { answer: deskSettingsSchema }),
    async (_request, reply) => sendJson(reply, await desk.settings()),
  );
  app.put(
    '/desk/settings',
    route('administrator', 'Changes the settings of the alarm desk', {
      body: deskSettingsInputSchema,
      answer: deskSettingsSchema,
    }),
    async (request, reply) => sendJson(reply, await desk.changeSettings(callerOf(request), request.body)),
  );
  app.put(
    '/desk/duty',
    route('operator', 'Goes on duty, or off', { body: dutyInputSchema, answer: operatorSchema }),
    async (request, reply) => sendJson(reply, await desk.setDuty(callerOf(request), request.body.state)),
  );
  app.get(
    '/desk/operators',
    route('desk', 'Lists the people of the desk', {
      querystring: operatorQuerySchema,
      answer: z.array(operatorSchema),
    }),
    async (request, reply) => sendJson(reply, await desk.operators(request.query)),
  );
  app.get(
    '/desk/board',
    route('supervisor', "Reads the supervisor's board", { answer: boardSchema }),
    async (request, reply) => sendJson(reply, await desk.board(callerOf(request))),
  );
  app.get(
    '/desk/muted-rules',
    route('desk', 'Lists the kinds of alarms that one muted for oneself', {
      answer: z.array(mutedRuleSchema),
    }),
    async (request, reply) => sendJson(reply, await desk.mutedRules(callerOf(request))),
  );
  app.put(
    '/desk/muted-rules/:ruleId',
    route('desk', 'Mutes a kind of alarms for oneself', {
      params: z.object({ ruleId: idTextSchema }),
      body: mutedRuleInputSchema,
      answer: z.array(mutedRuleSchema),
    }),
    async (request, reply) => {
      const { params, body } = request;
      return sendJson(reply, await desk.muteRule(callerOf(request), Number(params.ruleId), body.minutes));
    },
  );
  app.delete(
    '/desk/muted-rules',
    route('desk', 'Shows all kinds of alarms again', { answer: null }),
    (request) => desk.unmuteRules(callerOf(request)),
  );
  app.get(
    '/desk/figures',
    route('desk', 'Reads the figures of the desk', { answer: deskFiguresSchema }),
    async (request, reply) => sendJson(reply, await desk.figures(callerOf(request))),
  );
}
