/** A real HTTP server on the loopback: the base of every fake outside system. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Requested {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface FakeResponse {
  readonly status: number;
  /** Sent as JSON; text as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Served {
  /** Without a slash at its end. */
  readonly url: string;
  /** Every request, oldest first. */
  readonly requested: readonly Requested[];
  close(): Promise<void>;
}

/** `answer` may take its time; undefined is never answered, as by a server that hangs. */
export async function serve(
  answer: (requested: Requested) => FakeResponse | undefined | Promise<FakeResponse | undefined>,
  port = 0,
): Promise<Served> {
  const received: Requested[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
    const requested: Requested = {
      method: request.method ?? 'GET',
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: await text(request).catch(() => ''),
    };
    received.push(requested);
    const reported = await answer(requested);
    if (!reported) return;
    const isText = typeof reported.body === 'string';
    response
      .writeHead(reported.status, {
        'content-type': isText ? 'text/html' : 'application/json',
        ...reported.headers,
      })
      .end(isText || reported.body === undefined ? reported.body : JSON.stringify(reported.body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requested: received,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
