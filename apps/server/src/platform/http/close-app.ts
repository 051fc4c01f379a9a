import type { FastifyInstance } from 'fastify';

const sweepEveryMs = 20;

/** An answer that its reader does not take would hold the stop for good. */
const defaultPatienceMs = 5_000;

/**
 * Takes no more requests, lets those under way finish for some seconds, and cuts off what is left then. Fastify ends the
 * connections that are idle just then; one whose answer goes out a moment later would hold the stop for as long as it is
 * kept alive (72 s).
 */
export async function closeApp(
  app: Pick<FastifyInstance, 'close' | 'server'>,
  patienceMs = defaultPatienceMs,
): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), sweepEveryMs);
  const cut = setTimeout(() => app.server.closeAllConnections(), patienceMs);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
}
