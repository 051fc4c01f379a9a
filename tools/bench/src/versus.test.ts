import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { encodePackets } from './load/packets.ts';
import { versus } from './versus.ts';

/** Speaks teltonika as any server does: 01 to the sign-in, the number of records to each packet. */
async function anotherServer() {
  const { login, packetBytes } = encodePackets({
    ...{ protocol: 'teltonika', uniqueId: '350000000000002', packetCount: 1, positionsPerPacket: 1 },
    ...{ firstFixMs: 0, stepMs: 1000 },
  });
  const seen = { packets: 0 };
  const server = createServer((line) => {
    let [bytes, answered] = [-login.length, -1];
    line.on('data', (chunk) => {
      bytes += chunk.length;
      if (answered < 0 && bytes >= 0) {
        line.write(Uint8Array.of(1));
        answered = 0;
      }
      for (; answered >= 0 && (answered + 1) * packetBytes <= bytes; answered += 1) {
        seen.packets += 1;
        line.write(Uint8Array.of(0, 0, 0, 1));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  return { port: address.port, seen, [Symbol.dispose]: () => void server.close() };
}

test('another server is measured by its port alone, and every acknowledged position is counted', async () => {
  using server = await anotherServer();
  const told = await versus({
    ...{ host: '127.0.0.1', ports: { gt06: 0, teltonika: server.port } },
    ...{ trackers: 4, window: 1, warmUpMs: 0, measureMs: 1000 },
  });
  expect(server.seen.packets).toBeGreaterThan(0);
  expect(told).toContain(`\n${server.seen.packets} positions acknowledged in all`);
});

const program = (...args: string[]) =>
  execFileSync(process.execPath, [join(import.meta.dirname, 'versus.ts'), ...args], { encoding: 'utf8' });

test('without a word it tells how another server is run under the same load, and names the trackers to register', () => {
  expect(program()).toContain('--teltonika=PORT');
  expect(program('--list', '--trackers=2')).toBe('350000000000001\n350000000000002\n');
});

test('a server that is not there, and no port at all, are said', async () => {
  using server = await anotherServer();
  const { port } = server;
  server[Symbol.dispose]();
  const options = { host: '127.0.0.1', trackers: 2, window: 1, warmUpMs: 0, measureMs: 1000 };
  await expect(versus({ ...options, ports: { gt06: 0, teltonika: port } })).rejects.toThrow(
    'teltonika: the connection ended',
  );
  await expect(versus({ ...options, ports: { gt06: 0, teltonika: 0 } })).rejects.toThrow(
    'name --gt06 or --teltonika',
  );
});

test('a server that hangs up under load is said, and ends the run', async () => {
  const server = createServer((line) => {
    line.once('data', () => {
      line.write(Uint8Array.of(1));
      setTimeout(() => line.destroy(), 100);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  const told = versus({
    ...{ host: '127.0.0.1', ports: { gt06: 0, teltonika: address.port } },
    ...{ trackers: 4, window: 1, warmUpMs: 0, measureMs: 60_000 },
  });
  await expect(told).rejects.toThrow();
  server.close();
});
