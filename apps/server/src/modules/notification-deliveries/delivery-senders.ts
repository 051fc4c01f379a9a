/** One way for each channel: to which address a person's notices go, and how many of them in a minute. */
import type { Notificator } from '@atalaia/contract/rules/notification';
import { AppError } from '../../errors/app-error.ts';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { Channels } from '../../platform/outbound/channels.ts';
import type { BrandMail } from '../companies/company-mails-service.ts';
import type { WebPushService } from '../web-push/web-push-service.ts';
import type { CommandFacts, DeliveryFacts, Recipient } from './delivery-facts-queries.ts';
import type { Message } from './delivery-message.ts';

export interface DeliverySender {
  readonly notificator: Exclude<Notificator, 'web'> | 'command';
  isSetUp(): boolean;
  /** The most messages that one person gets in a minute; the rest waits. */
  readonly perMinute: number;
  /** Throws a `DeliveryFailed`. `key` names the message among all. */
  send(recipient: Recipient | DeliveryFacts, message: Message, key: string): Promise<void>;
}

/** Sends a saved command to a device, by the right of this user. */
export type CarryOut = (facts: CommandFacts) => Promise<unknown>;

/** The command of a notification: what is refused stays refused, and what may have left is not sent again. */
export function commandSender(carryOut: CarryOut): DeliverySender {
  return {
    notificator: 'command',
    isSetUp: () => true,
    perMinute: 1_000,
    async send(facts) {
      if (!('deviceId' in facts) || facts.commandId === null) throw unaddressed('names no command');
      const { userId, deviceId, commandId } = facts;
      try {
        await carryOut({ userId, deviceId, commandId });
      } catch (error) {
        if (error instanceof AppError) throw unaddressed(`${error.code}: ${error.message}`);
        throw error;
      }
    },
  };
}

/**
 * One of every channel; what waits for one that is not set up any more is refused. A phone is reached through the field's
 * apps, through the installed web app, or both.
 */
export function deliverySenders(
  channels: Channels,
  brandMail: BrandMail,
  webPush?: Pick<WebPushService, 'send'>,
): readonly DeliverySender[] {
  const byPhone = (notificator: 'sms' | 'whatsapp', way: 'sendSms' | 'sendWhatsApp'): DeliverySender => ({
    notificator,
    isSetUp: () => channels[way] !== undefined,
    perMinute: 5,
    async send({ phone }, { short }) {
      if (!phone) throw unaddressed('the user has no phone number');
      await setUp(channels[way], notificator)(phone, short);
    },
  });
  return [
    {
      notificator: 'mail',
      isSetUp: () => channels.mailer !== undefined,
      perMinute: 20,
      async send({ email, userId, userName }, { title, text, html }, messageKey) {
        const mail = { to: email, subject: title, text, html, messageKey };
        const values = { name: userName, title, text };
        const own = { kind: 'notification', values } as const;
        await setUp(channels.mailer, 'mail').send(await brandMail(userId, mail, own));
      },
    },
    byPhone('sms', 'sendSms'),
    byPhone('whatsapp', 'sendWhatsApp'),
    {
      notificator: 'mobile',
      isSetUp: () => channels.sendPush !== undefined || webPush !== undefined,
      perMinute: 30,
      async send({ userId, userAttributes }, { title, short, path }, tag) {
        const { sendPush } = channels;
        if (!webPush) setUp(sendPush, 'mobile');
        const tokens = sendPush ? tokensOf(userAttributes.notificationTokens) : [];
        const [results, browsers] = await Promise.all([
          Promise.allSettled(tokens.map((token) => sendPush?.({ token, title, text: short }))),
          webPush?.send(userId, { title, body: short, path, tag }) ?? { browsers: 0, failures: [] },
        ]);
        const asked = tokens.length + browsers.browsers;
        if (asked === 0) throw unaddressed('no phone of the user has asked for notifications');
        const failures: unknown[] = [
          ...results.filter((result) => result.status === 'rejected').map(({ reason }) => reason),
          ...browsers.failures,
        ];
        // one phone of several is enough: a second attempt would ring there again
        if (failures.length < asked) return;
        throw failures.find((failure) => !isRepeatable(failure)) ?? failures[0];
      },
    },
  ];
}

function setUp<Way>(way: Way | undefined, notificator: string): Way {
  if (way === undefined)
    throw new DeliveryFailed(`${notificator} is not set up`, { certainlyNotSent: true, isLasting: true });
  return way;
}

function unaddressed(reason: string): DeliveryFailed {
  return new DeliveryFailed(reason, { certainlyNotSent: true, isLasting: true, isAboutRecipient: true });
}

function isRepeatable(failure: unknown): boolean {
  return failure instanceof DeliveryFailed && failure.mayRepeat;
}

/** The user's attribute `notificationTokens`: tokens of his phones with commas between, as the field's apps write it. */
function tokensOf(joined: unknown): readonly string[] {
  if (typeof joined !== 'string') return [];
  return [...new Set(joined.split(',').map((token) => token.trim()))].filter((token) => token !== '');
}
