/** A word of a person to users whom he manages: at once, and not again. */
import type { NotificationMessage, Notificator } from '@atalaia/contract/rules/notification';
import type { Kysely } from 'kysely';
import { notFound } from '../../errors/app-error.ts';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { createLimiter } from '../../platform/limiter/limiter.ts';
import type { Viewer } from '../../visibility/visible.ts';
import { readManaged } from './delivery-facts-queries.ts';
import { escapeHtml } from './delivery-message.ts';
import type { DeliverySender } from './delivery-senders.ts';

/** Of one word; more people are asked for by number. */
const mostPeople = 1_000;
const atOnce = 8;

/** Returns how many it reached, and the numbers of those it did not. Only for a channel that is set up. */
export type SendMessage = (
  viewer: Viewer,
  notificator: Notificator,
  message: NotificationMessage,
  userIds: readonly number[] | undefined,
) => Promise<{ readonly reached: number; readonly failed: readonly number[] }>;

export function createMessageSending({
  kysely,
  senders,
}: {
  readonly kysely: Kysely<Schema>;
  readonly senders: readonly DeliverySender[];
}): SendMessage {
  return async (viewer, notificator, { subject, digest, body }, userIds) => {
    const sender = senders.find((one) => one.notificator === notificator);
    if (!sender) throw new Error(`${notificator} is not set up`);
    const people = await readManaged(kysely, viewer, userIds, mostPeople);
    const unseen = userIds?.find((id) => !people.some(({ userId }) => userId === id));
    if (unseen !== undefined) throw notFound('user', unseen);
    const html = `<!doctype html><html><body><p style="white-space:pre-line">${escapeHtml(body)}</p></body></html>`;
    const message = { title: subject, text: body, html, short: digest || body.slice(0, 200) };
    const limiter = createLimiter(atOnce);
    const failed: number[] = [];
    await Promise.all(
      people.map((person) =>
        limiter
          .run(() => sender.send(person, message, `word-${crypto.randomUUID()}`))
          .catch((error: unknown) => {
            if (!(error instanceof DeliveryFailed)) throw error;
            failed.push(person.userId);
          }),
      ),
    );
    return { reached: people.length - failed.length, failed };
  };
}
