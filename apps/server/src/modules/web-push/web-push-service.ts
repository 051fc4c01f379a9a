/**
 * Notifications to browsers, also while the app is closed (APP-01): encrypted for the browser (RFC 8291), signed with the
 * installation's key (VAPID, RFC 8292), and left at the browser's maker. It reaches the known makers and nobody else:
 * what an address names is asked by this server.
 */
import { createHash } from 'node:crypto';
import type { PushSubscription, PushText } from '@atalaia/contract/rules/notification';
import type { Kysely } from 'kysely';
import webPush from 'web-push';
import { AppError, fieldRefusal } from '../../errors/app-error.ts';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Caller } from '../../visibility/caller.ts';
import {
  endSubscriptions,
  forgetSubscription,
  keepKeys,
  keepSubscription,
  subscriptionsOf,
} from './web-push-queries.ts';

/** Chrome and most phones, Firefox, Safari, Edge. One with a dot in front means every host below it. */
const makers = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
];

/** Whom a maker could write to where this installation names nobody. */
const nobody = 'mailto:postmaster@atalaia.invalid';

/** Browsers of one person. */
const mostOfUser = 20;
/** So long the maker keeps it for a phone that is off, s. */
const keptSeconds = 24 * 60 * 60;

export interface WebPushParts {
  readonly kysely: Kysely<Schema>;
  readonly secrets: Secrets;
  /** Calls out, by the host's name. */
  readonly callTo: ((host: string) => Outbound) | undefined;
  /** Origins beside those of the known makers. */
  readonly origins?: readonly string[] | undefined;
  /** Whom a maker may write to about what we send: an address of https. */
  readonly publicUrl: string | undefined;
}

export interface WebPushService {
  readonly publicKey: () => Promise<string>;
  /** From now on this browser takes the caller's notifications, until the session ends. */
  subscribe(caller: Caller, subscription: PushSubscription): Promise<void>;
  unsubscribe(caller: Caller): Promise<void>;
  /** Sends to every browser of a person; the failures of those it did not reach, and how many there were. */
  send(
    userId: number,
    text: PushText,
  ): Promise<{ readonly browsers: number; readonly failures: readonly unknown[] }>;
}

export function createWebPush({
  kysely,
  secrets,
  callTo,
  publicUrl,
  origins = [],
}: WebPushParts): WebPushService {
  let keys: Promise<{ readonly publicKey: string; readonly privateKey: string }> | undefined;
  const readKeys = async () => {
    const stored = await keepKeys(kysely, () => {
      const { publicKey, privateKey } = webPush.generateVAPIDKeys();
      return { public_key: publicKey, private_key: secrets.seal(privateKey) };
    });
    return { publicKey: stored.public_key, privateKey: secrets.open(stored.private_key) };
  };
  const ownKeys = () => {
    keys ??= readKeys().catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return keys;
  };

  async function sendTo(subscription: PushSubscription, text: PushText): Promise<void> {
    const { hostname } = new URL(subscription.endpoint);
    const subject = publicUrl?.startsWith('https://') ? publicUrl : nobody;
    const { endpoint, method, headers, body } = webPush.generateRequestDetails(
      subscription,
      JSON.stringify(text),
      {
        vapidDetails: { ...(await ownKeys()), subject },
        TTL: keptSeconds,
        urgency: 'high',
      },
    );
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
    const { 'Content-Length': _, ...sent } = Object.fromEntries(texts) as Record<string, string>;
    if (!body || !callTo) throw new Error('no way to the push service, or nothing to say');
    await callTo(hostname)({ url: endpoint, method, headers: sent, body: new Uint8Array(body) });
  }

  return {
    publicKey: async () => (await ownKeys()).publicKey,

    async subscribe(caller, subscription) {
      const { session, userId } = caller;
      if (session?.kind !== 'session' || session.isDelegated) {
        throw new AppError('forbidden', 'notifications are taken in a session of one’s own');
      }
      if (!isOfMaker(subscription.endpoint, origins)) {
        throw fieldRefusal('invalid-input', { path: 'endpoint', message: 'is of no known push service' });
      }
      if (Buffer.from(subscription.keys.p256dh, 'base64url').length !== 65) {
        throw fieldRefusal('invalid-input', { path: 'keys.p256dh', message: 'must be a point of P-256' });
      }
      if (Buffer.from(subscription.keys.auth, 'base64url').length !== 16) {
        throw fieldRefusal('invalid-input', { path: 'keys.auth', message: 'must be 16 bytes' });
      }
      const made = {
        endpoint_digest: createHash('sha256').update(subscription.endpoint).digest('base64url'),
        user_id: userId,
        token_hash: Buffer.from(session.tokenHash, 'base64url'),
        subscription: secrets.seal(JSON.stringify(subscription)),
      };
      await keepSubscription(kysely, made, mostOfUser);
    },

    async unsubscribe({ session }) {
      if (session) await endSubscriptions(kysely, Buffer.from(session.tokenHash, 'base64url'));
    },

    async send(userId, text) {
      const stored = await subscriptionsOf(kysely, userId);
      const results = await Promise.allSettled(
        stored.map(async ({ subscription, endpointDigest }) => {
          try {
            await sendTo(JSON.parse(secrets.open(subscription)) as PushSubscription, text);
          } catch (error) {
            const isGone = error instanceof DeliveryFailed && (error.status === 404 || error.status === 410);
            if (isGone) await forgetSubscription(kysely, endpointDigest);
            throw error;
          }
        }),
      );
      const failures = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason);
      return { browsers: stored.length, failures };
    },
  };
}

function isOfMaker(endpoint: string, origins: readonly string[]): boolean {
  const { protocol, hostname, origin, port, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (origins.includes(origin)) return true;
  if (protocol !== 'https:' || port !== '') return false;
  return makers.some((maker) => (maker.startsWith('.') ? hostname.endsWith(maker) : hostname === maker));
}
