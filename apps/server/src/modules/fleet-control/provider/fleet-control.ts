/** The fleet-control provider, for the account of one person at a time (FLT-01). */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { DeliveryFailed, ProviderFailed } from '../../../errors/outbound-errors.ts';
import type { FleetControlSettings } from '../../../platform/config/fleet-control-settings.ts';
import { createOutbound, type OutboundCall } from '../../../platform/outbound/outbound.ts';
import type { OutboundMetrics } from '../../../platform/outbound/outbound-metrics.ts';
import { type Ask, accountCalls, type FleetControlAccount } from './account-calls.ts';
import { anyWordsIn, dataIn, wordsIn } from './answer.ts';

export interface FleetControlCredentials {
  readonly clientId: string;
  readonly secretId: string;
}

export interface FleetControl {
  readonly isSetUp: boolean;
  /** What is asked ends with the signal. Throws `DeliveryFailed` and `ProviderFailed`. */
  connect(credentials: FleetControlCredentials, signal: AbortSignal): FleetControlAccount;
}

export interface FleetControlParts {
  readonly settings: FleetControlSettings;
  readonly metrics: OutboundMetrics;
  readonly mostAnswerBytes?: number;
}

/** A server that ignores paging gives everything at once: twenty thousand clients are some 12 MB. */
const commonMostAnswerBytes = 64 * 1024 * 1024;
const mostAccounts = 1000;

export function createFleetControl({
  settings,
  metrics,
  mostAnswerBytes = commonMostAnswerBytes,
}: FleetControlParts): FleetControl {
  const { url: base, timeoutMs } = settings;
  const outbound = createOutbound({ service: 'fleet-control', metrics, timeoutMs, mostAnswerBytes });
  /** Requested once for an account: those who ask meanwhile wait for the same one. */
  const tokens = new LRUCache<string, string, FleetControlCredentials>({
    max: mostAccounts,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context }) => requestToken(context),
  });

  async function send(
    { method = 'GET', path, query = {}, body, isReading }: Ask,
    secrets: readonly string[],
    more: Partial<OutboundCall> = {},
  ) {
    if (base === undefined) throw new DeliveryFailed('no provider is set up', { certainlyNotSent: true });
    const url = new URL(`${base}/${path}`);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== null && value !== '') url.searchParams.set(name, String(value));
    }
    const headers = {
      accept: 'application/json',
      'user-agent': 'Atalaia',
      ...(body && { 'content-type': 'application/json' }),
      ...more.headers,
    };
    const { text } = await outbound({
      ...more,
      url,
      method,
      headers,
      isRepeatable: isReading ?? false,
      ...(body && { body: JSON.stringify(body) }),
    }).catch(endlessIsUnreadable);
    return dataIn(text, secrets);
  }

  async function requestToken({ clientId, secretId }: FleetControlCredentials): Promise<string> {
    const ask = { path: 'Account/Token', query: { clientId, secretId }, isReading: true } as const;
    const data = await send(ask, [secretId]).catch((error) => credentialsRefused(error, [secretId]));
    const token =
      typeof data === 'object' && data !== null && 'token' in data && typeof data.token === 'string'
        ? data.token.trim()
        : '';
    // a header must be able to carry it
    if (!/^[\x21-\x7e]+$/.test(token)) throw new ProviderFailed('unreadable');
    return token;
  }

  return {
    isSetUp: base !== undefined,

    connect(credentials, signal) {
      const key = keyOf(credentials);
      let secrets: readonly string[] = [credentials.secretId];

      /** With the token in force; one that is refused is renewed once. */
      async function call(ask: Ask, isSecond = false): Promise<unknown> {
        const token = await tokens.forceFetch(key, { context: credentials });
        signal.throwIfAborted();
        secrets = [credentials.secretId, token];
        try {
          return await send(ask, secrets, { headers: { authorization: `Bearer ${token}` }, signal });
        } catch (error) {
          if (!(error instanceof DeliveryFailed) || error.status === undefined || !error.isLasting)
            throw error;
          if (error.status !== 401)
            throw new ProviderFailed('refused', {
              words: await wordsIn(error.answer, secrets),
              cause: error,
            });
          // another one that was got meanwhile stays
          if (tokens.peek(key) === token) tokens.delete(key);
          if (isSecond)
            throw new ProviderFailed('key-refused', {
              words: await wordsIn(error.answer, secrets),
              cause: error,
            });
          return call(ask, true);
        }
      }

      return accountCalls(call, settings, (answer) => anyWordsIn(answer, secrets));
    },
  };
}

/** Whatever the provider refuses a token with, it is the account that it refuses. */
async function credentialsRefused(error: unknown, secrets: readonly string[]): Promise<never> {
  if (error instanceof ProviderFailed && error.fault === 'refused') {
    throw new ProviderFailed('key-refused', { words: error.words, cause: error });
  }
  if (error instanceof DeliveryFailed && error.isLasting && error.status !== undefined) {
    throw new ProviderFailed('key-refused', { words: await wordsIn(error.answer, secrets), cause: error });
  }
  throw error;
}

/** An answer that came with a good status and never ended is no refusal: nothing was answered. */
function endlessIsUnreadable(error: unknown): never {
  if (
    error instanceof DeliveryFailed &&
    error.isLasting &&
    error.status !== undefined &&
    error.status < 300
  ) {
    throw new ProviderFailed('unreadable', { cause: error });
  }
  throw error;
}

function keyOf({ clientId, secretId }: FleetControlCredentials): string {
  return createHash('sha256')
    .update(JSON.stringify([clientId, secretId]))
    .digest('base64url');
}
