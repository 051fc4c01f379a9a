import { createHash } from 'node:crypto';
import { type AppError, fieldRefusal } from '../../errors/app-error.ts';
import type { IdempotencyService, KeyedRequest } from '../../modules/idempotency/idempotency-service.ts';
import type { App, Reply, Request } from './app-type.ts';

export const idempotencyHeader = 'idempotency-key';

/** Of a longer one it is only known that it was given, bytes. */
const longestAnswer = 1024 * 1024;

const writing: ReadonlySet<string> = new Set(['POST', 'PUT', 'DELETE']);

/**
 * A change that comes again with its `Idempotency-Key`, because its answer was lost, is not made again: the answer that
 * was given is given once more. Registered after the caller is known.
 */
export function answerOnce(app: App, idempotency: IdempotencyService): void {
  app.decorateRequest('keyed', undefined);
  // the body is read, and the handler runs within `done`
  app.addHook('preHandler', (request, reply, done) => {
    const fault = faultIn(request);
    const keyed = fault ? undefined : keyedRequestOf(request);
    if (!keyed) return done(fault);
    request.keyed = keyed;
    idempotency.answerTo(keyed).then((answer) => {
      if (!answer) return idempotency.within(keyed, done);
      const { status, headers, body } = answer;
      keyed.isAnswered = true;
      reply.code(status).headers(headers).header('idempotency-replayed', 'true').send(body);
    }, done);
  });
  app.addHook('onSend', async ({ keyed, log }, reply, payload) => {
    if (!keyed || keyed.isAnswered) return payload;
    keyed.isAnswered = true;
    const body = payload ?? '';
    const isWhole = typeof body === 'string' && body.length <= longestAnswer;
    if (!keyed.isTaken || !isWhole || isUncertain(reply)) return payload;
    await idempotency
      .keep(keyed, { status: reply.statusCode, headers: headersOf(reply), body })
      .catch((err: unknown) => log.warn({ err }, 'an answer could not be kept for its key'));
    return payload;
  });
}

/** What failed within, or while the database was away, may or may not have been done. */
const isUncertain = ({ statusCode }: Reply) => statusCode === 500 || statusCode === 503;

function faultIn({ headers }: Request): AppError | undefined {
  const key = headers[idempotencyHeader];
  if (key === undefined || (typeof key === 'string' && /^[\w-]{8,80}$/.test(key))) return undefined;
  const path = `headers.${idempotencyHeader}`;
  return fieldRefusal('invalid-input', { path, message: 'must be 8 to 80 letters, digits, - or _' });
}

function keyedRequestOf(request: Request): KeyedRequest | undefined {
  const { method, url, headers, body, caller } = request;
  const key = headers[idempotencyHeader];
  // a sign-in has no caller
  if (typeof key !== 'string' || !caller || !writing.has(method)) return undefined;
  const sent = Buffer.isBuffer(body) ? body : (JSON.stringify(body) ?? '');
  const fingerprint = createHash('sha256').update(`${method} ${url}\n`).update(sent).digest('base64url');
  const isMaking = method === 'POST';
  return { userId: caller.userId, key, fingerprint, isMaking, isTaken: false, isAnswered: false };
}

function headersOf(reply: Reply): Record<string, string> {
  const retained = ['content-type', 'etag'].flatMap((name) => {
    const value = reply.getHeader(name);
    return value === undefined ? [] : [[name, String(value)]];
  });
  return Object.fromEntries(retained);
}
