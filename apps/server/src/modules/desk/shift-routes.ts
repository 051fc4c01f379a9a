/** The watch list, and handing over. */
import {
  handoverInputSchema,
  handoverListSchema,
  handoverSchema,
  watchedDeviceInputSchema,
  watchedDeviceQuerySchema,
  watchedDeviceSchema,
} from '@atalaia/contract/desk/shift';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { sendJson } from '../../platform/http/json-text.ts';
import type { ShiftService } from './shift-service.ts';

const tags = ['alarms'];
const reads = { access: 'desk' } as const;
const acts = { access: 'operator' } as const;

export function shiftRoutes(app: App, shift: ShiftService): void {
  app.get(
    '/watched-devices',
    {
      config: reads,
      schema: {
        summary: 'Lists the vehicles that need an eye',
        tags,
        querystring: watchedDeviceQuerySchema,
        response: { 200: z.array(watchedDeviceSchema) },
      },
    },
    async (request, reply) => sendJson(reply, await shift.watched(callerOf(request), request.query)),
  );
  app.post(
    '/watched-devices',
    {
      config: acts,
      schema: {
        summary: 'Puts a vehicle on the watch list',
        tags,
        body: watchedDeviceInputSchema,
        response: { 200: watchedDeviceSchema },
      },
    },
    async (request, reply) => sendJson(reply, await shift.watch(callerOf(request), request.body)),
  );
  app.delete(
    '/watched-devices/:id',
    { config: acts, schema: { summary: 'Takes a vehicle off the watch list', tags, params: idParamsSchema } },
    async (request, reply) => {
      await shift.endWatch(callerOf(request), Number(request.params.id));
      return reply.code(204).send();
    },
  );
  app.get(
    '/desk/handovers/list',
    {
      config: acts,
      schema: {
        summary: 'Makes the list of what one would hand over',
        tags,
        response: { 200: handoverListSchema },
      },
    },
    async (request, reply) => sendJson(reply, await shift.list(callerOf(request))),
  );
  app.get(
    '/desk/handovers',
    {
      config: reads,
      schema: {
        summary: 'Lists handovers that wait, and those of the last 24 hours',
        tags,
        response: { 200: z.array(handoverSchema) },
      },
    },
    async (request, reply) => sendJson(reply, await shift.handovers(callerOf(request))),
  );
  app.post(
    '/desk/handovers',
    {
      config: acts,
      schema: {
        summary: 'Hands over, with a note over the list made for one',
        tags,
        body: handoverInputSchema,
        response: { 200: handoverSchema },
      },
    },
    async (request, reply) => sendJson(reply, await shift.handOver(callerOf(request), request.body)),
  );
  app.post(
    '/desk/handovers/:id/accept',
    {
      config: acts,
      schema: {
        summary: 'Accepts a handover, and the alarms that the other held',
        tags,
        params: idParamsSchema,
        response: { 200: handoverSchema },
      },
    },
    async (request, reply) =>
      sendJson(reply, await shift.accept(callerOf(request), Number(request.params.id))),
  );
}
