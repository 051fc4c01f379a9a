import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { disconnectSignal } from '../disconnect-signal.ts';
import type { Sent } from '../json-text.ts';

/** What a file is called, where it is to be saved, and its media type. */
export interface FileHead {
  readonly name?: string;
  readonly type: string;
}

/**
 * Sends bytes as they are made. The first piece is awaited, so that a refusal still has its own answer. A client that
 * goes away gives the rest up.
 */
export async function sendFile(
  reply: FastifyReply,
  { name, type }: FileHead,
  make: (signal: AbortSignal) => AsyncGenerator<Uint8Array>,
): Promise<Sent> {
  const disconnected = disconnectSignal(reply);
  const pieces = make(disconnected);
  const first = await pieces.next().catch((error: unknown) => {
    if (disconnected.aborted) return undefined;
    throw error;
  });
  // nobody is left to be answered
  if (!first) return reply.hijack() as Sent;
  if (name !== undefined) reply.header('content-disposition', `attachment; filename="${name}"`);
  return reply.type(type).send(Readable.from(following(first, pieces), { objectMode: false })) as Sent;
}

async function* following(
  first: IteratorResult<Uint8Array>,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
