import type { Duplex } from 'node:stream';
import type { FastifyReply } from 'fastify';

const lingerMs = 1_000;

/**
 * Says a last thing and ends the connection. It is destroyed a second later: a client that does not end its side would
 * hold the descriptor for good, and one that is destroyed at once may lose the answer.
 */
export function endSocket(socket: Duplex, text: string): void {
  socket.end(text);
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}

/** Ends once nobody waits for the answer any more. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  raw.once('close', () => disconnected.abort());
  return disconnected.signal;
}
