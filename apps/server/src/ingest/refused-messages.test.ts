import { protocols } from '@atalaia/protocols/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  gt06Answer,
  gt06CommandAnswer,
  gt06Location,
  gt06LocationType,
  gt06Login,
} from './testing/gt06-packets.ts';
import { osmandSender } from './testing/osmand-sender.ts';
import { freePort, startIngest, type TestIngest, until } from './testing/start-ingest.ts';
import { connectTracker } from './testing/tracker-client.ts';

let server: TestIngest;
let lastImei = 860_000_000_000_000;

beforeAll(async () => {
  server = await startIngest({ protocols: protocols.map(freePort) });
  // stands for data that no table takes and nobody thought of
  await server.database.pool.query(`
    ALTER TABLE positions ADD CHECK (latitude NOT BETWEEN 13 AND 15);
    ALTER TABLE odd_positions ADD CHECK ((content ->> 'latitude')::float8 NOT BETWEEN 13 AND 15);
    ALTER TABLE events ADD CHECK (attributes ->> 'alarm' IS DISTINCT FROM 'tow');
    ALTER TABLE events ADD CHECK (attributes ->> 'result' IS DISTINCT FROM 'unheard of')`);
});
afterAll(() => server.stop());

const timeMs = Math.floor(Date.now() / 1000) * 1000 - 600_000;

async function rowsOf(table: string, deviceId: number) {
  const { rows } = await server.database.pool.query(
    `SELECT * FROM ${table} WHERE device_id = $1 ORDER BY id`,
    [deviceId],
  );
  return rows;
}

async function signIn() {
  const imei = String(++lastImei);
  const deviceId = await server.addDevice(imei);
  const tracker = await connectTracker(server.port('gt06'));
  tracker.send(gt06Login(imei));
  const signedIn = gt06Answer(0x01, 1);
  await tracker.read(signedIn.length);
  return {
    deviceId,
    ...tracker,
    async expectAnswers(...serials: readonly number[]) {
      const answers = Buffer.concat(serials.map((serial) => gt06Answer(gt06LocationType, serial)));
      const bytes = await tracker.read(signedIn.length + answers.length);
      expect(bytes.subarray(signedIn.length)).toEqual(answers);
    },
  };
}

test('[ING-02] a message that no table takes is set aside whole, acknowledged, and nobody waits behind it', async () => {
  const before = await server.metric('refused_messages_total');
  const [tracker, ...others] = await Promise.all([signIn(), signIn(), osmandSender(server)]);
  const [neighbour, phone] = others;
  const refused = gt06Location({ timeMs, latitude: 14 }, 2);
  tracker.send(refused, gt06Location({ timeMs: timeMs + 1000 }, 3));
  neighbour.send(gt06Location({ timeMs }, 2));
  await Promise.all([
    phone.send({ timestamp: timeMs, lat: 10, lon: 1 }),
    tracker.expectAnswers(2, 3),
    neighbour.expectAnswers(2),
  ]);
  tracker.send(gt06Location({ timeMs: timeMs + 2000 }, 4));
  await tracker.expectAnswers(2, 3, 4);
  expect(await rowsOf('positions', tracker.deviceId)).toHaveLength(2);
  expect(await rowsOf('positions', neighbour.deviceId)).toHaveLength(1);
  expect(await phone.stored()).toHaveLength(1);
  const [row, ...more] = await rowsOf('refused_messages', tracker.deviceId);
  expect(more).toEqual([]);
  expect(row).toMatchObject({ protocol: 'gt06', kind: 'position', frame: Buffer.from(refused) });
  expect(row.error).toMatch(
    /^23514 new row for relation "positions\S*" violates .*; 23514 .*"odd_positions"/,
  );
  expect(JSON.parse(row.content)).toMatchObject({ latitude: 14, valid: true });
  expect(await server.metric('refused_messages_total')).toBe(before + 1);
  expect(await server.metric('rejected_total')).toBe(0);
  tracker.end();
  neighbour.end();
});

test('[ING-02] sent again it is there once, and its alarm is heard once', async () => {
  const { send, deviceId, events, state } = await osmandSender(server);
  const refused = { timestamp: timeMs, lat: 14, lon: 1, alarm: 'sos' };
  await send(refused);
  // the same alarm would be a new event by now
  server.clock.advance(2 * 3_600_000);
  await send(refused);
  expect(await rowsOf('refused_messages', deviceId)).toHaveLength(1);
  const [online, alarm, ...more] = await events();
  expect([online.type, alarm.type, more]).toEqual(['deviceOnline', 'alarm', []]);
  expect(await state()).toMatchObject({ status: 'online', siren_event_id: alarm.id });
});

test('what follows from it is left out when that is refused too', async () => {
  const { send, deviceId, events, stored } = await osmandSender(server);
  await send({ timestamp: timeMs, lat: 14, lon: 1, alarm: 'tow' });
  expect(await events()).toEqual([]);
  const [row] = await rowsOf('refused_messages', deviceId);
  expect(row.error).toMatch(/"positions.*"odd_positions".*"events"/);
  await send({ timestamp: timeMs + 1000, lat: 10, lon: 1 });
  expect(await stored()).toHaveLength(1);
});

test('an answer to a command that no table takes is set aside too', async () => {
  const tracker = await signIn();
  const answer = gt06CommandAnswer('unheard of', 2);
  tracker.send(answer, gt06Location({ timeMs }, 3));
  const replies = [gt06Answer(0x01, 1), gt06Answer(0x15, 2), gt06Answer(gt06LocationType, 3)];
  expect(await tracker.read(30)).toEqual(Buffer.concat(replies));
  expect(await until(() => rowsOf('refused_messages', tracker.deviceId))).toMatchObject([
    { kind: 'commandResult', content: '{"result":"unheard of"}', frame: Buffer.from(answer) },
  ]);
  tracker.end();
});

const oddValues = [
  ...['%00', 'a%00b', '%ED%A0%80', '%ED%BF%BF', '%FF', '\\u0000', '%5Cu0000', '\ud800', 'é', ''],
  ...['1e400', '-1e400', 'Infinity', 'NaN', '9'.repeat(400), '-0', '1e308', '0x10', '{"a":"\\u0000"}'],
  ...['['.repeat(3000), 'x'.repeat(6000), '0001-01-01T00:00:00Z', '275760-09-13T00:00:00Z', '-1', '0'],
];
const oddKeys = ['a%00b', '%ED%A0%80', '__proto__', 'constructor', 'a%FFb', '%00', 'alarm', 'raw', 'hours'];
const places = ['timestamp', 'lat', 'lon', 'speed', 'bearing', 'altitude', 'accuracy', 'odometer', 'alarm'];

test('[ING-02] nothing that can be said keeps a phone from being heard', async () => {
  const id = 'fuzzed';
  const deviceId = await server.addDevice(id);
  const ask = async (query: string) => {
    const url = `/osmand?id=${id}&${query}`;
    const sent = { method: 'GET', url, contentType: undefined, body: '', remoteAddress: '127.0.0.1' };
    return (await server.ingest.handleOsmand(sent)).status;
  };
  const queries: string[] = [];
  for (const time of [`timestamp=${timeMs}`, 'timestamp=1980-01-06T00:00:00Z']) {
    for (const key of [...places, ...oddKeys]) {
      for (const value of oddValues) queries.push(`${time}&lat=10&lon=1&${key}=${value}`);
    }
  }
  const answers = await Promise.all(queries.map(ask));
  const notTaken = queries.filter((_, index) => answers[index] === 503);
  expect(notTaken).toEqual([]);
  expect(await rowsOf('refused_messages', deviceId)).toEqual([]);
  expect(await ask(`timestamp=${timeMs + 5000}&lat=10&lon=1`)).toBe(200);
  expect((await rowsOf('positions', deviceId)).at(-1)).toMatchObject({ latitude: 10 });
});

test('a database that lacks a column or does not support a statement has nothing set aside, nothing acknowledged', async () => {
  const { pool } = server.database;
  const refuse = (state: string) => `
    CREATE OR REPLACE FUNCTION refuse_all() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${state}'; END $$;
    CREATE TRIGGER refuse_all BEFORE INSERT ON positions FOR EACH ROW EXECUTE FUNCTION refuse_all()`;
  const mend = 'DROP TRIGGER refuse_all ON positions';
  for (const [broken, mended] of [
    [
      'ALTER TABLE positions RENAME COLUMN network TO gone',
      'ALTER TABLE positions RENAME COLUMN gone TO network',
    ],
    ['ALTER TABLE odd_positions RENAME TO gone', 'ALTER TABLE gone RENAME TO odd_positions'],
    [refuse('0A000'), mend],
    [refuse('53100'), mend],
  ] as const) {
    const { send, stored, deviceId } = await osmandSender(server);
    const failures = await server.metric('commit_failures_total');
    await pool.query(broken);
    let isSettled = false;
    const sent = send({ timestamp: timeMs, lat: 10, lon: 1 }).finally(() => {
      isSettled = true;
    });
    // more tries than an error that may be the data's gets
    await until(async () => (await server.metric('commit_failures_total')) > failures + 6);
    expect(isSettled, broken).toBe(false);
    await pool.query(mended);
    await sent;
    expect(await stored(), broken).toHaveLength(1);
    expect(await rowsOf('refused_messages', deviceId), broken).toEqual([]);
    expect(await rowsOf('odd_positions', deviceId), broken).toEqual([]);
  }
});
