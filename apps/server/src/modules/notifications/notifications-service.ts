import {
  type NotificationInput,
  type NotificationTest,
  type Notificator,
  type NotificatorState,
  notificatorSchema,
} from '@atalaia/contract/notification';
import type { Kysely } from 'kysely';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Schema } from '../../db/schema.ts';
import { DeliveryFailed } from '../../delivery-failed.ts';
import { writeAudit } from '../../writing/audit.ts';
import type { LinkedService } from '../linked/linked-service.ts';
import type { NoticesService } from '../notices/notices-service.ts';
import { createTestLimit } from './test-limit.ts';

export interface NotificationsParts {
  readonly kysely: Kysely<Schema>;
  readonly notifications: LinkedService<NotificationInput>;
  readonly notices: Pick<NoticesService, 'isSetUp' | 'sendTest'>;
  readonly nowMs?: () => number;
}

export interface NotificationsService extends LinkedService<NotificationInput> {
  /** Every channel there is; one that is not set up says so. */
  notificators(): readonly NotificatorState[];
  /** Sends the caller a test by every channel that is set up, and tells how each went. */
  testAll(caller: Caller): Promise<readonly NotificationTest[]>;
  /** By one channel; throws `channel-not-set-up` or `delivery-failed`. */
  test(caller: Caller, notificator: Notificator): Promise<NotificationTest>;
}

export function createNotificationsService(parts: NotificationsParts): NotificationsService {
  const { kysely, notifications, notices } = parts;
  const countTest = createTestLimit(parts.nowMs);

  async function begin(caller: Caller, notificators: readonly Notificator[]): Promise<void> {
    countTest(caller.userId);
    const details = { notificators };
    await writeAudit(kysely, caller, { action: 'test', noun: 'notification', details });
  }

  async function send(caller: Caller, type: Notificator): Promise<NotificationTest> {
    try {
      await notices.sendTest(caller, type);
      return { type, sent: true, reason: null };
    } catch (error) {
      if (!(error instanceof DeliveryFailed)) throw error;
      return { type, sent: false, reason: reasonFor(caller, error) };
    }
  }

  return {
    ...notifications,
    notificators: () =>
      notificatorSchema.options.map((type) => ({ type, configured: notices.isSetUp(type) })),
    async testAll(caller) {
      const types = notificatorSchema.options.filter(notices.isSetUp);
      await begin(caller, types);
      return Promise.all(types.map((type) => send(caller, type)));
    },
    async test(caller, type) {
      if (!notices.isSetUp(type)) throw new AppError('channel-not-set-up', `${type} is not set up`);
      await begin(caller, [type]);
      const result = await send(caller, type);
      if (result.reason !== null)
        throw new AppError('delivery-failed', result.reason, { reason: result.reason });
      return result;
    },
  };
}

/** What a mail server or a service said may name machines of the house: that is for administrators. */
function reasonFor(caller: Caller, error: DeliveryFailed): string {
  return caller.administrator || error.isAboutRecipient ? error.message : 'it could not be delivered';
}
