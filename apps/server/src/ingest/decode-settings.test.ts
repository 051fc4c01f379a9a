/** How a device's frames are read follows its attributes (ING-03), also while it is connected. */
import { decodedAs, decodedError, positionMessage } from '@atalaia/protocols/decoded';
import { createCuttingFramer } from '@atalaia/protocols/framing';
import { draftAt } from '@atalaia/protocols/position-draft';
import type { Protocol, TrackerMessage } from '@atalaia/protocols/protocol';
import { suntechFacts } from '@atalaia/protocols/suntech/suntech';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entryOf } from './connection/entry-of.ts';
import type { IngestDevice } from './ingest-device.ts';
import { startIngest, type TestIngest, testProtocols } from './testing/start-ingest.ts';
import { connectTracker } from './testing/tracker-client.ts';
import type { Receipt } from './writer/entry.ts';

/** A line is an id; its position shows with which settings it was read, and `gt06.alternative` off is an error. */
const telltale: Protocol = {
  name: 'suntech',
  port: 0,
  transports: ['tcp'],
  idleTimeoutMs: 60_000,
  maxFrameBytes: 100,
  facts: suntechFacts,
  createFramer: () =>
    createCuttingFramer(
      (unread) => {
        const end = unread.indexOf(0x0a);
        return end < 0 ? { kind: 'more', examined: unread.length } : { kind: 'frame', length: end + 1 };
      },
      { maxFrameBytes: 100, maxSkippedBytes: 0 },
    ),
  decode(frame, session, { receivedMs, settings }) {
    if (settings?.attributes?.['gt06.alternative'] === false)
      return decodedError(session, 'bad-value', 'off');
    const uniqueId = Buffer.from(frame).toString().trim();
    const draft = draftAt(receivedMs);
    draft.attributes.result = JSON.stringify(settings ?? 'none');
    const replies = [{ after: 'commit', bytes: Buffer.from('.') }] as const;
    return decodedAs({ uniqueId }, [positionMessage([uniqueId], draft)], replies);
  },
};

let server: TestIngest;
beforeAll(async () => {
  const others = testProtocols.filter(({ name }) => name !== telltale.name);
  server = await startIngest({ protocols: [...others, telltale] });
});
afterAll(() => server.stop());

async function reportedBy(deviceId: number): Promise<unknown[]> {
  const { rows } = await server.database.pool.query(
    `SELECT attributes->>'result' AS reported FROM positions WHERE device_id = $1 ORDER BY id`,
    [deviceId],
  );
  return rows.map(({ reported }) => JSON.parse(reported));
}

async function change(deviceId: number, attributes: object): Promise<void> {
  await server.database.pool.query('UPDATE devices SET attributes = $2 WHERE id = $1', [
    deviceId,
    attributes,
  ]);
  server.bus.publish('deviceRegistry', { deviceIds: [deviceId] });
}

test('[ING-03] a decoder is given zone and settings of the device, nothing else of it, from its first frame on', async () => {
  const attributes = {
    timezone: 'America/Manaus',
    'gt06.language': true,
    devicePassword: '123456',
    plate: 'ABC1D23',
  };
  const deviceId = await server.addDevice('with-settings', attributes);
  const tracker = await connectTracker(server.port('suntech'));
  tracker.send(Buffer.from('with-settings\n'));
  await tracker.read(1);
  const { plate: _, timezone, ...own } = attributes;
  const masked = { ...own, devicePassword: '******' };
  expect(await reportedBy(deviceId)).toEqual([{ timezone, attributes: masked }]);
  tracker.end();
});

test('[ING-03] settings changed while the tracker is connected count from its next frame, and so does mending them', async () => {
  const deviceId = await server.addDevice('changing');
  const tracker = await connectTracker(server.port('suntech'));
  const say = async (answers: number) => {
    tracker.send(Buffer.from('changing\n'));
    await tracker.read(answers);
    server.clock.advance(1000);
  };
  await say(1);
  await change(deviceId, { 'gt06.language': true });
  await say(2);
  await change(deviceId, { 'gt06.language': true, 'gt06.alternative': false });
  tracker.send(Buffer.from('changing\n'));
  const errors = () => server.metric('errors_total', { protocol: 'suntech', code: 'bad-value' });
  await expect.poll(errors).toBe(1);
  await change(deviceId, {});
  await say(3);
  expect(await errors()).toBe(1);
  expect(await reportedBy(deviceId)).toEqual(['none', { attributes: { 'gt06.language': true } }, 'none']);
  tracker.end();
});

test('[ING-03] each tracker of one gateway is read by its own', async () => {
  const [plain, zoned] = [
    await server.addDevice('plain'),
    await server.addDevice('zoned', { timezone: 'America/Bahia' }),
  ];
  const gateway = await connectTracker(server.port('suntech'));
  for (const [at, line] of ['plain\n', 'zoned\n', 'plain\n'].entries()) {
    gateway.send(Buffer.from(line));
    await gateway.read(at + 1);
    server.clock.advance(1000);
  }
  expect(await reportedBy(plain)).toEqual(['none', 'none']);
  expect(await reportedBy(zoned)).toEqual([{ timezone: 'America/Bahia' }]);
  gateway.end();
});

test('[ROLE-02] the password that a tracker repeats is in no position and no event; the command bears the answer as it came', () => {
  const device = {
    id: 1,
    decodeSettings: { attributes: { devicePassword: 'Zq 7' } },
  } as unknown as IngestDevice;
  const entry = (message: TrackerMessage) =>
    entryOf(message, device, 'suntech', 0, new Uint8Array(), {} as Receipt) as unknown as {
      position: { attributes: object };
      result: string;
      shown?: string;
    };
  const draft = draftAt(0);
  Object.assign(draft.attributes, {
    ...{ serial: 'pw=Zq%207;', data: '5a712037', text: 'aZq 7b', password: 'Zq 7', driverUniqueId: 'Zq 7' },
    ...{ odometer: 7, note: 'Zq+7' },
  });
  expect(entry(positionMessage(['1'], draft)).position.attributes).toEqual({
    ...{ serial: 'pw=******;', data: '********', text: 'a****b', password: '****', driverUniqueId: 'Zq 7' },
    ...{ odometer: 7, note: '****' },
  });
  const answered = entry({ kind: 'commandResult', uniqueIds: ['1'], result: 'Zq 7 ok' });
  expect(answered).toMatchObject({ result: 'Zq 7 ok', shown: '**** ok' });
  const numeric = { ...device, decodeSettings: { attributes: { devicePassword: 4711 } } };
  Object.assign(draft.attributes, { password: 4711, odometer: 4711 });
  const read = entryOf(positionMessage(['1'], draft), numeric, 'suntech', 0, new Uint8Array(), {} as Receipt);
  expect(read).toMatchObject({ position: { attributes: { password: '****', odometer: 4711 } } });
});
