import type { FastifyReply } from 'fastify';

/** Ends once nobody waits for the answer any more. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  raw.once('close', () => disconnected.abort());
  return disconnected.signal;
}
