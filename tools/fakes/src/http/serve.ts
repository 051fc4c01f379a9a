/** A real HTTP server on the loopback: what every stand-in of an outside system stands on. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Told {
  readonly status: number;
  /** Sent as JSON; text as it stands. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Served {
  /** Without a slash at its end. */
  readonly url: string;
  /** Everything that was asked, oldest first. */
  readonly asked: readonly Asked[];
  close(): Promise<void>;
}

/** `answer` may take its time; undefined is never answered, as by a server that hangs. */
export async function serve(
  answer: (asked: Asked) => Told | undefined | Promise<Told | undefined>,
  port = 0,
): Promise<Served> {
  const received: Asked[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
    const asked: Asked = {
      method: request.method ?? 'GET',
      path: pathname,
      query: searchParams,
      headers: request.headers,
      body: await text(request).catch(() => ''),
    };
    received.push(asked);
    const told = await answer(asked);
    if (!told) return;
    const isText = typeof told.body === 'string';
    response
      .writeHead(told.status, { 'content-type': isText ? 'text/html' : 'application/json', ...told.headers })
      .end(isText || told.body === undefined ? told.body : JSON.stringify(told.body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: received,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
