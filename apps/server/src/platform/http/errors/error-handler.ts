import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../../../errors/app-error.ts';
import { negotiatedType } from '../accepted-types.ts';
import type { App, Reply, Request } from '../app-type.ts';
import { endSocket } from '../connections/disconnect.ts';
import type { MethodsAt } from '../route-methods.ts';
import type { WebPage } from '../web-files/web-page.ts';
import { errorBody, type IsOutOfSpace, refusalOf } from './error-body.ts';

/**
 * Answers every refusal and failure with the contract's one body. Registered before anything that can fail. An address
 * that no route has is the web client's page, where there is one, or is not found.
 */
export function handleErrors(
  app: App,
  page: WebPage | undefined,
  isFull: IsOutOfSpace,
  methodsAt: MethodsAt,
  /** Answers for what this release has no file of; false where it does not. */
  sendFormer?: (request: Request, reply: Reply) => Promise<boolean>,
): void {
  const refuseMethod = (request: Request, reply: Reply): boolean => {
    const allowed = methodsAt(request.url);
    if (allowed.length === 0 || allowed.includes(request.method)) return false;
    const message = `${request.method} is not taken here, but ${allowed.join(', ')}`;
    reply.header('allow', allowed.join(', '));
    sendRefusal(new AppError('method-not-allowed', message), request, reply);
    return true;
  };
  app.addHook('onRequest', async (request, reply) => {
    const { url, routeOptions } = request;
    if (!routeOptions.url?.includes(':')) return;
    // the router takes an empty part for a parameter, and a word for the number of a thing
    if (url.split('?', 1)[0]?.includes('//'))
      throw new AppError('not-found', `no route ${request.method} here`);
    if (methodsAt.isOfWords(url) && refuseMethod(request, reply)) return reply;
  });
  app.setErrorHandler((error, request, reply) => {
    // a body that this method may not have is refused before it is seen that the method is none of this address
    if (!request.is404 || !refuseMethod(request, reply)) sendRefusal(error, request, reply, isFull);
  });
  app.setNotFoundHandler(async (request, reply) => {
    if (refuseMethod(request, reply)) return reply;
    if (await sendFormer?.(request, reply)) return reply;
    if (page?.isAt(request)) return page.send(request, reply);
    sendRefusal(new AppError('not-found', `no route ${request.method} here`), request, reply);
    return reply;
  });
}

/** A request that comes on a connection that stands already, while those under way are finished. */
export function refuseWhileStopping(app: App): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onRequest', async () => {
    // fastify ends the connection with it
    if (isStopping) throw new AppError('not-ready', 'the server is stopping');
  });
}

/** Also for what fastify refuses before a route is found. */
export function sendRefusal(
  error: unknown,
  request: Request,
  reply: Reply,
  isFull: IsOutOfSpace = () => false,
): void {
  const refusal = refusalOf(error, isFull);
  // while the database is away every request says so on its own line
  if (refusal.code === 'internal-error') request.log.error({ err: error }, 'request failed');
  const retryAfterSeconds = refusal.details?.retryAfterSeconds;
  if (typeof retryAfterSeconds === 'number') reply.header('retry-after', String(retryAfterSeconds));
  if (refusal.status === 401) reply.header('www-authenticate', challengeOf(refusal.code, request));
  if (negotiatedType(request.headers.accept, ['application/json', 'text/plain']) === 'text/plain') {
    reply
      .type('text/plain; charset=utf-8')
      .code(refusal.status)
      .send(`${refusal.code}: ${refusal.message}\n`);
    return;
  }
  // set outright: the route may have meant to send something else
  reply.type('application/json; charset=utf-8').code(refusal.status).send(errorBody(refusal, request.id));
}

/**
 * Apps of the field ask for the code when they read `TOTP`; many programs send a name and password only once `Basic` was
 * said, at which a browser would open a window of its own.
 */
function challengeOf(code: string, { headers }: Request): string {
  if (code === 'second-factor-needed') return 'TOTP';
  const isBrowser = headers['sec-fetch-mode'] !== undefined || headers['user-agent']?.includes('Mozilla');
  return isBrowser ? 'Bearer' : 'Bearer, Basic realm="Atalaia", charset="UTF-8"';
}

/** Bytes that are no HTTP, a header too long, a request never finished: answered without a request to speak of. */
export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const refusal = brokenRequest(error.code);
  const { status } = refusal;
  const body = JSON.stringify(errorBody(refusal, crypto.randomUUID()));
  endSocket(
    socket,
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function brokenRequest(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError('headers-too-large', 'The address and headers are longer than 16 kB together');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('request-timeout', 'The request was not finished in time');
  }
  return new AppError('invalid-input', 'This is no HTTP request that can be read');
}
