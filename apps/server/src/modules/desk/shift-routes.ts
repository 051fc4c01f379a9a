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
import { routeOptions } from '../../platform/http/route-options.ts';
import type { ShiftService } from './shift-service.ts';

const route = routeOptions('alarms');

export function shiftRoutes(app: App, shift: ShiftService): void {
  app.get(
    '/watched-devices',
    route('desk', 'Lists the vehicles that need an eye', {
      querystring: watchedDeviceQuerySchema,
      answer: z.array(watchedDeviceSchema),
    }),
    async (request, reply) => sendJson(reply, await shift.watched(callerOf(request), request.query)),
  );
  app.post(
    '/watched-devices',
    route('operator', 'Puts a vehicle on the watch list', {
      body: watchedDeviceInputSchema,
      answer: watchedDeviceSchema,
    }),
    async (request, reply) => sendJson(reply, await shift.watch(callerOf(request), request.body)),
  );
  app.delete(
    '/watched-devices/:id',
    route('operator', 'Takes a vehicle off the watch list', { params: idParamsSchema, answer: null }),
    (request) => shift.endWatch(callerOf(request), Number(request.params.id)),
  );
  app.get(
    '/desk/handovers/list',
    route('operator', 'Makes the list of what one would hand over', { answer: handoverListSchema }),
    async (request, reply) => sendJson(reply, await shift.list(callerOf(request))),
  );
  app.get(
    '/desk/handovers',
    route('desk', 'Lists handovers that wait, and those of the last 24 hours', {
      answer: z.array(handoverSchema),
    }),
    async (request, reply) => sendJson(reply, await shift.handovers(callerOf(request))),
  );
  app.post(
    '/desk/handovers',
    route('operator', 'Hands over, with a note over the list made for one', {
      body: handoverInputSchema,
      answer: handoverSchema,
    }),
    async (request, reply) => sendJson(reply, await shift.handOver(callerOf(request), request.body)),
  );
  app.post(
    '/desk/handovers/:id/accept',
    route('operator', 'Accepts a handover, and the alarms that the other held', {
      params: idParamsSchema,
      answer: handoverSchema,
    }),
    async (request, reply) =>
      sendJson(reply, await shift.accept(callerOf(request), Number(request.params.id))),
  );
}
