/** Addresses of Brazilian postal codes, from a service that is set up by its address; none comes with the server. */
import type { PostalCodeAddress } from '@atalaia/contract/providers/address';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { DeliveryFailed } from '../../../errors/outbound-errors.ts';
import type { OperationsSettings } from '../../../platform/config/operations-settings.ts';
import { createLimiter } from '../../../platform/limiter/limiter.ts';
import { createOutbound } from '../../../platform/outbound/outbound.ts';
import type { OutboundMetrics } from '../../../platform/outbound/outbound-metrics.ts';

export interface PostalCodes {
  readonly isSetUp: boolean;
  /**
   * Of eight digits; null where there is no such code. Throws a `DeliveryFailed` when the service does not answer, when
   * too many wait for it already, and when there is none.
   */
  addressOf(digits: string): Promise<PostalCodeAddress | null>;
  stop(): void;
}

export interface PostalCodesParts {
  readonly config: Pick<OperationsSettings, 'postalCodeUrl'>;
  readonly metrics: OutboundMetrics;
}

/** Somebody looks at a form meanwhile, and may as well type. */
const timeoutMs = 4_000;
const mostAnswerBytes = 64 * 1024;
const mostRequestsAtOnce = 20;
const mostRemembered = 10_000;
const rememberedMs = 24 * 3_600_000;
/** A new street gets its code one day. */
const missingRememberedMs = 3_600_000;

export function createPostalCodes({
  config: { postalCodeUrl: url },
  metrics,
}: PostalCodesParts): PostalCodes {
  const stopping = new AbortController();
  const outbound = createOutbound({ service: 'postal-codes', metrics, timeoutMs, mostAnswerBytes });
  const remembered = new LRUCache<string, { readonly address: PostalCodeAddress | null }>({
    max: mostRemembered,
  });
  const limiter = createLimiter(mostRequestsAtOnce, {
    most: 0,
    refusal: () =>
      new DeliveryFailed('too many wait for the service of postal codes', { certainlyNotSent: true }),
  });
  const requested = new Map<string, Promise<PostalCodeAddress | null>>();

  async function ask(digits: string): Promise<PostalCodeAddress | null> {
    if (url === undefined) throw new DeliveryFailed('no service is set up', { certainlyNotSent: true });
    try {
      const { text } = await outbound({
        url: url.replaceAll('{cep}', digits),
        headers: { 'user-agent': 'Atalaia', accept: 'application/json' },
        signal: stopping.signal,
      });
      return postalCodeAddressIn(text);
    } catch (error) {
      if (error instanceof DeliveryFailed && error.status === 404) return null;
      throw error;
    }
  }

  /** Who requests the same while it is requested waits for the same answer. */
  function once(digits: string): Promise<PostalCodeAddress | null> {
    const underWay = requested.get(digits);
    if (underWay) return underWay;
    const mine = limiter.run(() => ask(digits)).finally(() => requested.delete(digits));
    requested.set(digits, mine);
    return mine;
  }

  return {
    isSetUp: url !== undefined,
    async addressOf(digits) {
      const known = remembered.get(digits);
      if (known) return known.address;
      const address = await once(digits);
      remembered.set(digits, { address }, { ttl: address ? rememberedMs : missingRememberedMs });
      return address;
    },
    stop: () => stopping.abort(),
  };
}

const word = z.string().nullish();

/**
 * What the free services of the country answer: ViaCEP in Portuguese (https://viacep.com.br), which says `erro` of a
 * code that is none, and BrasilAPI in English (https://brasilapi.com.br/docs#tag/CEP).
 */
const answerSchema = z.object({
  ...{ erro: z.union([z.boolean(), z.string()]).optional() },
  ...{ logradouro: word, bairro: word, localidade: word, uf: word },
  ...{ street: word, neighborhood: word, city: word, state: word },
});

const longest = 255;

/** The address in a service's answer; null where it says that there is none. Throws a `DeliveryFailed` for anything else. */
function postalCodeAddressIn(text: string): PostalCodeAddress | null {
  const answer = answerSchema.safeParse(parsed(text));
  if (answer.success) {
    const { erro, logradouro, bairro, localidade, uf, ...other } = answer.data;
    if (erro !== undefined && String(erro) !== 'false') return null;
    const address = {
      street: line(logradouro ?? other.street),
      neighborhood: line(bairro ?? other.neighborhood),
      city: line(localidade ?? other.city),
      state: line(uf ?? other.state).toUpperCase(),
    };
    if (address.city !== '' && /^[A-Z]{2}$/.test(address.state)) return address;
  }
  throw new DeliveryFailed('the service of postal codes answered with no address', {
    certainlyNotSent: true,
  });
}

function line(text: string | null | undefined): string {
  return (text ?? '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, longest);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
