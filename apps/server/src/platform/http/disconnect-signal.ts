import type { FastifyReply } from 'fastify';

/** Ends once nobody waits for the answer any more. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return gone.signal;
}
