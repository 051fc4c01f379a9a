import { isIP } from 'node:net';
import { z } from 'zod';

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/**
 * `true` or `false`, or the list of addresses and networks whose `X-Forwarded-*` headers are believed, in the form
 * that fastify's `trustProxy` takes.
 */
export const trustedProxies = z
  .string()
  .transform((text): boolean | string[] =>
    text === 'true' || text === 'false' ? text === 'true' : text.split(',').map((entry) => entry.trim()),
  )
  .refine((value) => typeof value === 'boolean' || value.every(isAddressOrNetwork), {
    message: 'must be true, false, or IP addresses and networks with commas between',
  });
