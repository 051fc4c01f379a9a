import type { Protocol } from '@atalaia/protocols/protocol';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { IngestDevice } from '../ingest-device.ts';
import { defaultLimits } from '../limits.ts';
import { createIngestMetrics } from '../metrics.ts';
import { createTraffic } from '../traffic/traffic.ts';
import type { Entry, PositionEntry } from '../writer/entry.ts';
import { createConversation } from './conversation.ts';
import { createDeviceConnections } from './device-connections.ts';
import type { IngestContext } from './ingest-context.ts';
import { createIntake } from './intake.ts';

/** With two writers, the number of a device shows its writer: even ones go to writer 0, odd ones to writer 1. */
const deviceOf = (id: number) => ({ id, uniqueId: String(id), name: `Device ${id}` }) as IngestDevice;

/** A frame is the number of its device, or of several; its reply repeats it after the commit. */
const gateway = {
  name: 'gateway',
  decode: (frame, session) => ({
    session,
    messages: String(frame)
      .split(',')
      .map((id) => ({
        kind: 'position',
        uniqueIds: [id],
        position: { fixTimeMs: 0, valid: true, attributes: {} },
      })),
    replies: [{ bytes: frame, after: 'commit' }],
  }),
} as Partial<Protocol> as Protocol;

/** Both writers together have room for so many entries; each is committed when the test says so. */
function startGateway(mostEntries: number) {
  const clock = { now: () => 0 };
  let claims = 0;
  const pushed: Entry[] = [];
  const sent: string[] = [];
  const intake = createIntake({ push: (entry) => pushed.push(entry), writers: 2, mostEntries });
  intake.open();
  const deviceConnections = createDeviceConnections(clock);
  const conversation = createConversation(
    gateway,
    'tcp',
    {
      address: '127.0.0.1',
      send: (bytes) => sent.push(String(bytes)) > 0,
      ...{ end: () => {}, destroy: () => {}, pause: () => {}, resume: () => {} },
    },
    {
      clock,
      limits: defaultLimits,
      metrics: createIngestMetrics(new Registry(), () => 0),
      signIn: { version: 1, admit: ([id]) => deviceOf(Number(id)) },
      intake,
      claims: { issue: () => ({ epoch: 1, number: ++claims }) },
      deviceConnections,
      traffic: createTraffic(clock),
      mirrors: { connection: () => ({ took: () => {}, end: () => {} }), tookRequest: () => {} },
      silence: { received: () => {}, forget: () => {} },
      trouble: () => undefined,
    } as Partial<IngestContext> as IngestContext,
  );
  const settle = async (entry: Entry | undefined) => {
    if (entry) intake.settled(entry);
    if (entry?.kind === 'position') (entry as PositionEntry).receipt.settle('committed');
    // what was settled is answered, and room is given, in later turns of the event loop
    await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    intake,
    deviceConnections,
    conversation,
    sent,
    settle,
    receive: (...ids: (number | string)[]) => conversation.receive(ids.map((id) => Buffer.from(String(id)))),
    pushedIds: () => pushed.filter(({ kind }) => kind === 'position').map(({ device }) => device.id),
    pushed: (at: number) => pushed[at],
  };
}

test('[ING-11] a gateway whose next device belongs to a writer without room waits for it, and answers in order', async () => {
  const { intake, receive, pushed, pushedIds, settle, sent } = startGateway(4);
  const others = [21, 23].map((id): Entry => ({ kind: 'message', device: deviceOf(id), receivedMs: 0 }));
  for (const entry of others) intake.push(entry);
  receive(10, 11, 12);
  expect(pushedIds()).toEqual([10]);
  await settle(pushed(2));
  expect([sent, pushedIds()]).toEqual([['10'], [10]]);
  await settle(others[0]);
  await settle(others[1]);
  expect(pushedIds()).toEqual([10, 11, 12]);
  await settle(pushed(4));
  expect(sent).toEqual(['10']);
  await settle(pushed(3));
  expect(sent.join('')).toBe('101112');
});

test('[ING-11] frames of a TCP connection that has closed do not take the commands back from a newer datagram', async () => {
  const { intake, deviceConnections, conversation, receive, pushedIds, settle } = startGateway(4);
  receive(10);
  expect(deviceConnections.protocolOf(10)).toBe('gateway');
  const other: Entry = { kind: 'message', device: deviceOf(20), receivedMs: 0 };
  intake.push(other);
  receive(10);
  const datagram = { protocol: 'udp', replaced: () => {}, deliver: () => ({ kind: 'sent' }) as const };
  deviceConnections.datagram(10, datagram);
  conversation.peerClosed();
  await settle(other);
  expect(pushedIds()).toEqual([10, 10]);
  expect(deviceConnections.protocolOf(10)).toBe('udp');
});

test('[ING-11] each device of a gateway claims its connection, one that speaks later too', () => {
  const { receive, pushed } = startGateway(8);
  receive(10, '10,11');
  const claims = [0, 1, 2].map((at) => (pushed(at) as PositionEntry).claim?.number);
  expect(claims).toEqual([1, 1, 2]);
});
