import {
  boardSchema,
  deskFiguresSchema,
  deskSettingsInputSchema,
  deskSettingsSchema,
  dutyInputSchema,
  operatorQuerySchema,
  operatorSchema,
} from '@atalaia/contract/desk/desk';
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
    '/desk/figures',
    {
      config: reads,
      schema: { summary: 'Reads the figures of the desk', tags, response: { 200: deskFiguresSchema } },
    },
    async (request, reply) => sendJson(reply, await desk.figures(callerOf(request))),
  );
}
