import type { PostalCodeAddress } from '@atalaia/contract/providers/postal-code';
import { z } from 'zod';
import { DeliveryFailed } from '../../../errors/delivery-failed.ts';

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
export function postalCodeAddressIn(text: string): PostalCodeAddress | null {
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
