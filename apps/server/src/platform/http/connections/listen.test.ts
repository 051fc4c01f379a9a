import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { closeApp } from './listen.ts';

test('a request under way is answered, and its kept connection does not hold the stop', async () => {
  const app = fastify({ forceCloseConnections: 'idle' });
  app.get('/slow', async () => {
    await sleep(200);
    return 'answered';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  const reached = once(app.server, 'request');
  const answer = new Promise<string>((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/slow', agent }, (response) => resolve(text(response))).on(
      'error',
      reject,
    );
  });
  await reached;
  // far longer than this test may take: nothing is cut off
  await closeApp(app, 600_000);
  expect(await answer).toBe('answered');
  agent.destroy();
});

test('an answer that nobody reads is cut off after a while', async () => {
  const app = fastify({ forceCloseConnections: 'idle' });
  app.get('/endless', (_request, reply) =>
    reply.send(
      Readable.from(
        (function* () {
          for (;;) yield 'x'.repeat(65_536);
        })(),
      ),
    ),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').pause();
  socket.on('error', () => undefined).write('GET /endless HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(app.server, 'request');
  await sleep(100);
  const closed = once(socket, 'close');
  await closeApp(app, 300);
  socket.resume();
  await closed;
});
