import { Readable } from 'node:stream';
import staticFiles from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../errors/app-error.ts';
import type { App } from '../app-type.ts';
import { disconnectSignal } from '../connections/disconnect.ts';
import type { Sent } from '../json-text.ts';
import type { FormerFiles } from './former-files-queries.ts';
import type { WebPage } from './web-page.ts';

/** A file whose name holds a hash of its content never changes. */
const forever = 'public, max-age=31536000, immutable';

/** The files of the web client, with their compressed forms where they are beside them. */
export async function serveWebFiles(app: App, root: string, page: WebPage): Promise<void> {
  await app.register(staticFiles, {
    root,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? forever : 'no-cache');
    },
  });
  // a folder is no page of the client
  app.get('/assets', () => {
    throw new AppError('not-found', 'no file here');
  });
  for (const address of ['/', '/index.html']) app.get(address, (request, reply) => page.send(request, reply));
}

/** Answers for a file of a release before, which a page that was open then loads now; false where there is none. */
export function sendFormerFile(former: Pick<FormerFiles, 'find'>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<boolean> => {
    const [, name] = /^\/assets\/([\w.-]+)$/.exec(request.url) ?? [];
    if (name === undefined || request.method !== 'GET') return false;
    const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    const found = await former.find(name, takesGzip);
    if (!found) return false;
    if (takesGzip) reply.header('content-encoding', 'gzip');
    varyByEncoding(reply).header('cache-control', forever);
    reply.type(found.type).send(found.body);
    return true;
  };
}

/** What a file is called, where it is to be saved, and its media type. */
export interface FileHead {
  readonly name?: string;
  readonly type: string;
  /** It is made as gzip, see `takesGzip`. */
  readonly isZipped?: boolean;
}

/**
 * Sends bytes as they are made. The first piece is awaited, so that a refusal still has its own answer. A client that
 * goes away gives the rest up.
 */
export async function sendFile(
  reply: FastifyReply,
  { name, type, isZipped }: FileHead,
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
  // as those that are compressed on their way
  if (isZipped) varyByEncoding(reply).header('content-encoding', 'gzip');
  return reply.type(type).send(Readable.from(following(first, pieces), { objectMode: false })) as Sent;
}

/** The answer hangs on what its client takes, and on what was said before: of which site it is, see `allowOrigins`. */
function varyByEncoding(reply: FastifyReply): FastifyReply {
  const before = reply.getHeader('vary');
  return reply.header('vary', before ? `${before}, accept-encoding` : 'accept-encoding');
}

async function* following(
  first: IteratorResult<Uint8Array>,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
