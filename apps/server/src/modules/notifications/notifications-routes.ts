import {
  anchorInputSchema,
  anchorStateSchema,
  notificationInputSchema,
  notificationMessageSchema,
  notificationQuerySchema,
  notificationSchema,
  notificationSendQuerySchema,
  notificationSnoozeInputSchema,
  notificationSnoozeSchema,
  notificationTestSchema,
  notificationTypeSchema,
  notificatorSchema,
  notificatorStateSchema,
  pushKeySchema,
  pushSubscriptionSchema,
} from '@atalaia/contract/rules/notification';
import { linkedCreatingSchema } from '@atalaia/contract/values/linked-query';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import { eventTypes } from '@atalaia/domain/catalog/event-types';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import { linkedRoutes } from '../../resources/linked/linked-service.ts';
import type { WebPushService } from '../web-push/web-push-service.ts';
import type { NotificationsService } from './notifications-service.ts';

const route = routeOptions('notifications');

export function notificationsRoutes(app: App, service: NotificationsService): void {
  const external = { access: 'signed-in', refusals: [409, 502] } as const;
  app.get(
    '/notifications/types',
    route('signed-in', 'Lists the types of events that can be notified', {
      answer: z.array(notificationTypeSchema),
    }),
    async () => eventTypes.map((type) => ({ type })),
  );
  app.get(
    '/notifications/notificators',
    route('signed-in', 'Lists the channels of notifications, and which are set up', {
      answer: z.array(notificatorStateSchema),
    }),
    async () => [...service.notificators()],
  );
  app.post(
    '/notifications/test',
    route(external, 'Sends a test notification to the caller by every channel', {
      answer: z.array(notificationTestSchema),
    }),
    async (request) => [...(await service.testAll(callerOf(request)))],
  );
  app.post(
    '/notifications/test/:notificator',
    route(external, 'Sends a test notification to the caller by one channel', {
      params: z.object({ notificator: notificatorSchema }),
      answer: notificationTestSchema,
    }),
    async (request) => service.test(callerOf(request), request.params.notificator),
  );
  app.post(
    '/notifications/send/:notificator',
    route(
      { access: 'writer', refusals: [409] },
      'Sends a word to the users that the caller manages, by one channel',
      {
        params: z.object({ notificator: notificatorSchema }),
        querystring: notificationSendQuerySchema,
        body: notificationMessageSchema,
        answer: null,
      },
    ),
    async (request) => {
      const userIds = request.query.userId?.map(Number);
      await service.sendMessage(callerOf(request), request.params.notificator, request.body, userIds);
    },
  );
  app.get(
    '/notifications/snoozes',
    route('signed-in', 'Lists the notifications that the caller is told nothing of for now', {
      answer: z.array(notificationSnoozeSchema),
    }),
    async (request) => [...(await service.snoozes(callerOf(request)))],
  );
  // his own ears alone: whoever may only read may have his quiet too
  app.put(
    '/notifications/:id/snooze',
    route('signed-in', 'Tells the caller nothing of a notification for a while', {
      params: idParamsSchema,
      body: notificationSnoozeInputSchema,
      answer: notificationSnoozeSchema,
    }),
    (request) => service.snooze(callerOf(request), Number(request.params.id), request.body.minutes),
  );
  app.delete(
    '/notifications/:id/snooze',
    route('signed-in', 'Tells the caller of a notification again', { params: idParamsSchema, answer: null }),
    (request) => service.endSnooze(callerOf(request), Number(request.params.id)),
  );
  app.get(
    '/devices/:id/anchor',
    route(
      'signed-in',
      'Reads whether the caller is told when a vehicle moves away from a place, and which alerts of it are his own',
      {
        params: idParamsSchema,
        answer: anchorStateSchema,
      },
    ),
    (request) => service.anchor(callerOf(request), Number(request.params.id)),
  );
  app.put(
    '/devices/:id/anchor',
    route('writer', 'Tells the caller when a vehicle moves away from a place', {
      params: idParamsSchema,
      body: anchorInputSchema,
      answer: null,
    }),
    (request) => service.layAnchor(callerOf(request), Number(request.params.id), request.body),
  );
  app.delete(
    '/devices/:id/anchor',
    route('writer', 'Takes the caller’s anchor of a vehicle away', { params: idParamsSchema, answer: null }),
    (request) => service.takeAnchor(callerOf(request), Number(request.params.id)),
  );
  linkedRoutes(app, {
    path: '/notifications',
    one: 'a notification',
    list: 'the notifications that the caller may see, by type',
    schema: notificationSchema,
    inputSchema: notificationInputSchema,
    querySchema: notificationQuerySchema,
    creatingSchema: linkedCreatingSchema,
    service,
  });
}

export function webPushRoutes(app: App, webPush: WebPushService): void {
  app.get(
    '/push/key',
    route('signed-in', 'Reads the key that a browser subscribes to notifications with', {
      answer: pushKeySchema,
    }),
    async () => ({ publicKey: await webPush.publicKey() }),
  );
  // whoever may only read is notified too
  app.post(
    '/push/subscription',
    route('signed-in', 'Sends the caller’s notifications to this browser until the session ends', {
      body: pushSubscriptionSchema,
      answer: null,
    }),
    (request) => webPush.subscribe(callerOf(request), request.body),
  );
  app.delete(
    '/push/subscription',
    route('signed-in', 'Sends no more notifications to the browser of this session', { answer: null }),
    (request) => webPush.unsubscribe(callerOf(request)),
  );
}
