import {
  notificationInputSchema,
  notificationMessageSchema,
  notificationQuerySchema,
  notificationSchema,
  notificationSendQuerySchema,
  notificationTestSchema,
  notificationTypeSchema,
  notificatorSchema,
  notificatorStateSchema,
} from '@atalaia/contract/rules/notification';
import { eventTypes } from '@atalaia/domain/catalog/event-types';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { linkedRoutes } from '../../resources/linked/linked-service.ts';
import type { NotificationsService } from './notifications-service.ts';

export function notificationsRoutes(app: App, service: NotificationsService): void {
  const config = { access: 'signed-in' } as const;
  const external = { ...config, refusals: [409, 502] } as const;
  const tags = ['notifications'];
  app.get(
    '/notifications/types',
    {
      config,
      schema: {
        summary: 'Lists the types of events that can be notified',
        tags,
        response: { 200: z.array(notificationTypeSchema) },
      },
    },
    async () => eventTypes.map((type) => ({ type })),
  );
  app.get(
    '/notifications/notificators',
    {
      config,
      schema: {
        summary: 'Lists the channels of notifications, and which are set up',
        tags,
        response: { 200: z.array(notificatorStateSchema) },
      },
    },
    async () => [...service.notificators()],
  );
  app.post(
    '/notifications/test',
    {
      config: external,
      schema: {
        summary: 'Sends a test notification to the caller by every channel',
        tags,
        response: { 200: z.array(notificationTestSchema) },
      },
    },
    async (request) => [...(await service.testAll(callerOf(request)))],
  );
  app.post(
    '/notifications/test/:notificator',
    {
      config: external,
      schema: {
        summary: 'Sends a test notification to the caller by one channel',
        tags,
        params: z.object({ notificator: notificatorSchema }),
        response: { 200: notificationTestSchema },
      },
    },
    async (request) => service.test(callerOf(request), request.params.notificator),
  );
  app.post(
    '/notifications/send/:notificator',
    {
      config: { access: 'writer', refusals: [409, 502] },
      schema: {
        summary: 'Sends a word to the users that the caller manages, by one channel',
        tags,
        params: z.object({ notificator: notificatorSchema }),
        querystring: notificationSendQuerySchema,
        body: notificationMessageSchema,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const userIds = request.query.userId?.map(Number);
      await service.sendMessage(callerOf(request), request.params.notificator, request.body, userIds);
      return reply.code(204).send(null);
    },
  );
  linkedRoutes(app, {
    path: '/notifications',
    one: 'a notification',
    list: 'the notifications that the caller may see, by type',
    schema: notificationSchema,
    inputSchema: notificationInputSchema,
    querySchema: notificationQuerySchema,
    service,
  });
}
