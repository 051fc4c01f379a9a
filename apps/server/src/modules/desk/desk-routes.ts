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
import type { DeskService } from './desk-service.ts';

const tags = ['alarms'];
const reads = { access: 'desk' } as const;

export function deskRoutes(app: App, desk: DeskService): void {
  app.get(
    '/desk/settings',
    {
      config: reads,
      schema: {
        summary: 'Reads the settings of the alarm desk',
        tags,
        response: { 200: deskSettingsSchema },
      },
    },
    async (_request, reply) => sendJson(reply, await desk.settings()),
  );
  app.put(
    '/desk/settings',
    {
      config: { access: 'administrator' },
      schema: {
        summary: 'Changes the settings of the alarm desk',
        tags,
        body: deskSettingsInputSchema,
        response: { 200: deskSettingsSchema },
      },
    },
    async (request, reply) => sendJson(reply, await desk.changeSettings(callerOf(request), request.body)),
  );
  app.put(
    '/desk/duty',
    {
      config: { access: 'operator' },
      schema: {
        summary: 'Goes on duty, or off',
        tags,
        body: dutyInputSchema,
        response: { 200: operatorSchema },
      },
    },
    async (request, reply) => sendJson(reply, await desk.setDuty(callerOf(request), request.body.state)),
  );
  app.get(
    '/desk/operators',
    {
      config: reads,
      schema: {
        summary: 'Lists the people of the desk',
        tags,
        querystring: operatorQuerySchema,
        response: { 200: z.array(operatorSchema) },
      },
    },
    async (request, reply) => sendJson(reply, await desk.operators(request.query)),
  );
  app.get(
    '/desk/board',
    {
      config: { access: 'supervisor' },
      schema: { summary: "Reads the supervisor's board", tags, response: { 200: boardSchema } },
    },
    async (request, reply) => sendJson(reply, await desk.board(callerOf(request))),
  );
  app.get(
    '/desk/muted-rules',
    {
      config: reads,
      schema: {
        summary: 'Lists the kinds of alarms that one muted for oneself',
        tags,
        response: { 200: z.array(mutedRuleSchema) },
      },
    },
    async (request, reply) => sendJson(reply, await desk.mutedRules(callerOf(request))),
  );
  app.put(
    '/desk/muted-rules/:ruleId',
    {
      config: reads,
      schema: {
        summary: 'Mutes a kind of alarms for oneself',
        tags,
        params: z.object({ ruleId: idTextSchema }),
        body: mutedRuleInputSchema,
        response: { 200: z.array(mutedRuleSchema) },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      return sendJson(reply, await desk.muteRule(callerOf(request), Number(params.ruleId), body.minutes));
    },
  );
  app.delete(
    '/desk/muted-rules',
    { config: reads, schema: { summary: 'Shows all kinds of alarms again', tags } },
    async (request, reply) => {
      await desk.unmuteRules(callerOf(request));
      return reply.code(204).send();
    },
  );
  app.get(
    '/desk/figures',
    {
      config: reads,
      schema: { summary: 'Reads the figures of the desk', tags, response: { 200: deskFiguresSchema } },
    },
    async (request, reply) => sendJson(reply, await desk.figures(callerOf(request))),
  );
}
