/** What the server can notify of, and by which channels (NOT-01). */
import {
  type NotificationTest,
  type Notificator,
  type NotificatorState,
  notificationTestSchema,
  notificationTypeSchema,
  notificatorStateSchema,
} from '@atalaia/contract/rules/notification';
import { z } from 'zod';
import type { ApiClient, ApiWriter } from '../api/api-client.ts';

export async function listNotificationTypes(api: ApiClient, signal: AbortSignal): Promise<readonly string[]> {
  const types = await api.json({ path: 'notifications/types', signal }, z.array(notificationTypeSchema));
  return types.map(({ type }) => type);
}

export function listNotificators(api: ApiClient, signal: AbortSignal): Promise<readonly NotificatorState[]> {
  return api.json({ path: 'notifications/notificators', signal }, z.array(notificatorStateSchema));
}

/** Sends the person himself a test. Throws when it did not go. */
export function testNotificator(api: ApiWriter, notificator: Notificator): Promise<NotificationTest> {
  return api.json({ method: 'POST', path: `notifications/test/${notificator}` }, notificationTestSchema);
}

/** By every channel that is set up; none throws for another. */
export function testAllNotificators(api: ApiWriter): Promise<readonly NotificationTest[]> {
  return api.json({ method: 'POST', path: 'notifications/test' }, z.array(notificationTestSchema));
}
