import type { App, Request } from './app-type.ts';

/** Parameters that carry a session's token (AUTH-06). */
const secretParameter = /([?&](?:token|b)=)[^&#]*/gi;

/** An address as a log may hold it. */
export function withoutSecrets(url: string): string {
  return url.replace(secretParameter, '$1…');
}

/**
 * One line a request: what, how it ended, how long it took, who. No header, no body, no token (OPS-03). Reading that went
 * well is told at debug level only.
 */
export function logRequests(app: App): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      url: withoutSecrets(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      userId: request.caller?.userId,
      address: request.ip,
    };
    request.log[levelOf(request, reply.statusCode)](line, 'request');
  });
}

function levelOf({ method }: Request, status: number): 'debug' | 'info' | 'warn' {
  if (status >= 500) return 'warn';
  return status < 400 && (method === 'GET' || method === 'HEAD') ? 'debug' : 'info';
}
