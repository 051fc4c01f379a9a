import { createServer } from 'node:http';
import { sealPacket } from '@atalaia/protocols/gt06/packet';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { completeReport, type Report } from '../wire/report.ts';
import { createTracker, type Dialect } from './create-tracker.ts';
import { listenForTest, type TestListener } from './test-listener.ts';
import type { Tracker } from './tracker.ts';
import { createUplink, type Uplink } from './uplink.ts';

const imei = '863829071234567';
/** An hour ago: what is sent now was stored since. */
const startMs = Math.floor(Date.now() / 1000) * 1000 - 3_600_000;
const open: (Tracker | Uplink | TestListener)[] = [];

afterEach(async () => {
  for (const one of open.splice(0)) await ('stop' in one ? one.stop() : one.close());
});

async function listener(protocol: string): Promise<TestListener> {
  const made = await listenForTest(protocol);
  open.push(made);
  return made;
}

function trackerOf(protocol: Dialect, port: number, answerTimeoutMs = 2_000): Tracker {
  const tracker = createTracker({ protocol, uniqueId: imei, host: '127.0.0.1', port, answerTimeoutMs });
  open.push(tracker);
  return tracker;
}

function reportAt(seconds: number): Report {
  return completeReport({ fixTimeMs: startMs + seconds * 1000, latitude: -25.43, longitude: -49.27 });
}

describe.each(['gt06', 'teltonika', 'teltonika-extended'] as const)('a tracker that speaks %s', (dialect) => {
  const protocol = dialect.split('-')[0] ?? dialect;

  test('signs in, and its report resolves once the server has stored it', async () => {
    const server = await listener(protocol);
    const tracker = trackerOf(dialect, server.port);
    await tracker.connect();
    await tracker.sendPosition(reportAt(0));
    await tracker.sendPositions([reportAt(1), reportAt(2), reportAt(3)]);
    expect(server.stored.map(({ fixTimeMs }) => (fixTimeMs - startMs) / 1000)).toEqual([0, 1, 2, 3]);
  });

  test('does not count a report as told while the server is silent', async () => {
    const server = await listener(protocol);
    const tracker = trackerOf(dialect, server.port, 150);
    await tracker.connect();
    server.answers = false;
    await expect(tracker.sendPosition(reportAt(0))).rejects.toThrow('no answer in time');
    const broken = tracker.sendPosition(reportAt(1));
    server.dropAll();
    await expect(broken).rejects.toThrow(/closed|ECONNRESET/);
    await expect(tracker.sendPosition(reportAt(2))).rejects.toThrow('not connected');
  });
});

test('[ING-04] a tracker that the server refuses is told so by connect', async () => {
  const server = await listener('teltonika');
  server.unknown.add(imei);
  await expect(trackerOf('teltonika', server.port).connect()).rejects.toThrow(/not known|closed/);
});

test('suntech has no answers: a report is told when it is written', async () => {
  const server = await listener('suntech');
  const tracker = trackerOf('suntech', server.port);
  await tracker.connect();
  await tracker.sendPosition(reportAt(0));
  tracker.sendHeartbeat(reportAt(0));
  await vi.waitFor(() => expect([server.stored.length, server.heartbeats]).toEqual([1, 1]));
});

test('osmand reports by request, and anything but 200 is a failure', async () => {
  const requested: string[] = [];
  const server = createServer((request, answer) => {
    requested.push(request.url ?? '');
    answer.writeHead(requested.length === 1 ? 200 : 400).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const tracker = trackerOf('osmand', port);
  await tracker.connect();
  await tracker.sendPosition(reportAt(0));
  expect(requested[0]).toContain(`/?id=${imei}&timestamp=${startMs / 1000}&lat=-25.43`);
  await expect(tracker.sendPosition(reportAt(1))).rejects.toThrow('answered 400');
  await tracker.close();
  await new Promise((resolve) => server.close(resolve));
});

test('a command reaches the tracker, and its answer the server', async () => {
  const server = await listener('gt06');
  const commands: string[] = [];
  const onCommand = (text: string) => {
    commands.push(text);
    return 'DYD=Success!';
  };
  const events = { onCommand };
  const tracker = createTracker({
    protocol: 'gt06',
    uniqueId: imei,
    host: '127.0.0.1',
    port: server.port,
    events,
  });
  open.push(tracker);
  await tracker.connect();
  const text = Buffer.from('RELAY,1#');
  const content = Buffer.concat([Buffer.from([4 + text.length, 0, 0, 0, 1]), text, Buffer.from([0, 2])]);
  server.send(sealPacket(0x80, 1, content));
  await vi.waitFor(() => expect(commands).toEqual(['RELAY,1#']));
});

function uplinkOf(protocol: Dialect, port: number): Uplink {
  const uplink = createUplink({
    createTracker: (events) =>
      createTracker({ protocol, uniqueId: imei, host: '127.0.0.1', port, answerTimeoutMs: 300, events }),
  });
  open.push(uplink);
  return uplink;
}

function secondsStored(server: TestListener): number[] {
  return server.stored.map(({ fixTimeMs }) => (fixTimeMs - startMs) / 1000);
}

describe.each(['gt06', 'teltonika'] as const)('the memory of a tracker that speaks %s', (dialect) => {
  test('keeps what was seen without a link, and tells it oldest first, marked as kept', async () => {
    const server = await listener(dialect);
    const uplink = uplinkOf(dialect, server.port);
    uplink.offer(reportAt(0));
    await vi.waitFor(() => expect(secondsStored(server)).toEqual([0]));
    uplink.lose();
    for (let second = 1; second <= 45; second += 1) uplink.offer(reportAt(second));
    expect(uplink.waiting).toBe(45);
    uplink.restore();
    await vi.waitFor(() => expect(uplink.waiting).toBe(0));
    expect(secondsStored(server)).toEqual(Array.from({ length: 46 }, (_, second) => second));
    if (dialect === 'gt06') expect(server.stored.at(-1)?.attributes.archive).toBe(true);
  });

  test('sends again what was never answered', async () => {
    const server = await listener(dialect);
    const uplink = uplinkOf(dialect, server.port);
    uplink.offer(reportAt(0));
    await vi.waitFor(() => expect(uplink.waiting).toBe(0));
    server.answers = false;
    uplink.offer(reportAt(1));
    uplink.offer(reportAt(2));
    await vi.waitFor(() => expect(uplink.connected).toBe(false));
    expect(uplink.waiting).toBe(2);
    server.answers = true;
    await vi.waitFor(() => expect(secondsStored(server)).toEqual([0, 1, 2]), { timeout: 5_000 });
  });

  test('a jammer leaves the line as it is and lets nothing through', async () => {
    const server = await listener(dialect);
    const uplink = uplinkOf(dialect, server.port);
    uplink.offer(reportAt(0));
    await vi.waitFor(() => expect(uplink.waiting).toBe(0));
    uplink.jam();
    uplink.offer(reportAt(1));
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect([uplink.connected, secondsStored(server)]).toEqual([true, [0]]);
    uplink.restore();
    await vi.waitFor(() => expect(secondsStored(server)).toEqual([0, 1]));
  });
});
