import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { refuseBrokenRequest } from '../errors/error-handler.ts';

export interface BodyLimits {
  /** A body has this long, and as much longer as it takes at `bodyBytesPerSecond`. */
  readonly bodyMs: number;
  readonly bodyBytesPerSecond: number;
  /** How often what is open is looked over. */
  readonly lookOverMs: number;
}

interface Body {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly beganMs: number;
  /** Of the connection, when the body began. */
  readonly bytesBefore: number;
}

/**
 * Ends requests whose body comes more slowly than any honest line brings it. Node only bounds the time of a whole
 * request, which must be long enough for a large file over a slow line, and so would leave one byte a minute alone.
 */
export function endSlowBodies(
  server: Server,
  { bodyMs, bodyBytesPerSecond, lookOverMs }: BodyLimits,
  onSlow: (socket: Socket) => void,
): void {
  const bodies = new Set<Body>();
  server.on('request', (request, response) => {
    const { headers, socket } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    bodies.add({ request, response, beganMs: performance.now(), bytesBefore: socket.bytesRead });
  });
  const lookOver = () => {
    const nowMs = performance.now();
    for (const body of bodies) {
      const { socket } = body.request;
      const bytes = socket.bytesRead - body.bytesBefore;
      const isOver = body.request.complete || socket.destroyed;
      if (!isOver && nowMs - body.beganMs <= bodyMs + (bytes * 1000) / bodyBytesPerSecond) continue;
      bodies.delete(body);
      if (isOver) continue;
      onSlow(socket);
      if (body.response.headersSent) socket.destroy();
      else refuseBrokenRequest(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    }
  };
  const timer = setInterval(lookOver, lookOverMs);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}
