import { createSocket } from 'node:dgram';
import { pino } from 'pino';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createGuardedLookup } from '../../platform/outbound/guarded-lookup.ts';
import { startWebService } from '../../platform/outbound/testing/web-service.ts';
import type { IngestDevice } from '../ingest-device.ts';
import {
  gt06Answer,
  gt06Heartbeat,
  gt06Location,
  gt06LocationType,
  gt06Login,
} from '../testing/gt06-packets.ts';
import { startMirrorReceiver } from '../testing/mirror-receiver.ts';
import { osmandSender } from '../testing/osmand-sender.ts';
import { startIngest, until } from '../testing/start-ingest.ts';
import { connectTracker } from '../testing/tracker-client.ts';
import type { MirrorsParts } from './mirror-book.ts';
import { createMirrors } from './mirrors.ts';

const server = await startIngest();
afterAll(() => server.stop());

const { pool } = server.database;
const hex = (...packets: readonly Uint8Array[]) => Buffer.concat(packets).toString('hex');
const startMs = Math.floor(Date.now() / 1000) * 1000 - 600_000;
let lastImei = 861_000_000_000_000;

/** A mirror that is read by ingest when this resolves. */
async function mirror(values: Readonly<Record<string, unknown>>): Promise<number> {
  const row = { name: 'x', kind: 'raw', authorized_by: 'x', reason: 'x', ...values };
  const names = Object.keys(row);
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO mirrors (${names.join()}) VALUES (${names.map((_, at) => `$${at + 1}`).join()}) RETURNING id`,
    Object.values(row),
  );
  await reread();
  return rows[0]?.id ?? 0;
}

/** Ingest reads the mirrors anew; one statement of its own tells that it did. */
async function reread() {
  const before = await calls();
  server.bus.publish('rules', { kinds: ['mirrors'] });
  server.clock.advance(1_000);
  await until(async () => (await calls()) > before);
  await new Promise((resolve) => setTimeout(resolve, 100));
}
const calls = async () => reads;
let reads = 0;
const query = pool.query.bind(pool);
Object.assign(pool, {
  query(...given: Parameters<typeof query>) {
    if (String(given[0]).includes('FROM mirrors WHERE enabled')) reads += 1;
    return query(...given);
  },
});

async function tracker() {
  const imei = String(++lastImei);
  const deviceId = await server.addDevice(imei);
  const client = await connectTracker(server.port('gt06'));
  onTestFinished(client.end);
  const login = gt06Login(imei);
  return {
    deviceId,
    login,
    ...client,
    async signIn() {
      client.send(login);
      await client.read(gt06Answer(1, 1).length);
    },
    /** Sends locations of these serials and waits until each is acknowledged. */
    async drive(...serials: readonly number[]) {
      const before = client.received().length;
      const packets = serials.map(locationOf);
      client.send(...packets);
      await client.read(before + serials.length * gt06Answer(gt06LocationType, 1).length);
      return packets;
    },
    stored: async () =>
      (await query('SELECT count(*)::int AS n FROM positions WHERE device_id = $1', [deviceId])).rows[0].n,
  };
}

const locationOf = (serial: number) => gt06Location({ timeMs: startMs + serial * 1000 }, serial);

async function logged(mirrorId: number): Promise<Record<string, number>> {
  server.clock.advance(6_000);
  await new Promise((resolve) => setTimeout(resolve, 250));
  const { rows } = await query(
    `SELECT trim(outcome || ' ' || reason) AS what, sum(count)::int AS count FROM mirror_log WHERE mirror_id = $1 GROUP BY 1`,
    [mirrorId],
  );
  return Object.fromEntries(rows.map(({ what, count }) => [what, count]));
}

async function receiver(answer?: Uint8Array) {
  const one = await startMirrorReceiver(answer);
  onTestFinished(one.close);
  return one;
}

test('[OUT-06] the frames of a chosen device go to the other server as they came, whose answers are thrown away', async () => {
  const other = await receiver(Buffer.from('78780501000199dc0d0a', 'hex'));
  const [chosen, left] = [await tracker(), await tracker()];
  const id = await mirror({ address: `127.0.0.1:${other.port}`, device_ids: [chosen.deviceId] });
  await Promise.all([chosen.signIn(), left.signIn()]);
  const packets = await chosen.drive(2, 3);
  await left.drive(2);
  const heartbeat = gt06Heartbeat(4);
  chosen.send(heartbeat);
  const expected = hex(chosen.login, ...packets, heartbeat);
  await expect.poll(other.brought, { timeout: 5_000 }).toEqual([expected]);
  expect(hex(chosen.received())).toMatch(
    new RegExp(`^${hex(gt06Answer(1, 1), ...[2, 3].map((serial) => gt06Answer(gt06LocationType, serial)))}`),
  );
  expect(await logged(id)).toEqual({ sent: 4 });
});

test('[OUT-06] groups with those below, and customers, are chosen with whatever lies in them later', async () => {
  const other = await receiver();
  const { rows } = await query(
    `WITH above AS (INSERT INTO groups (name) VALUES ('a') RETURNING id), below AS (
      INSERT INTO groups (name, group_id) SELECT 'b', id FROM above RETURNING id)
    SELECT above.id AS above, below.id AS below FROM above, below`,
  );
  const moved = await tracker();
  await mirror({ address: `127.0.0.1:${other.port}`, group_ids: [rows[0].above] });
  await moved.signIn();
  await moved.drive(1);
  await query('UPDATE devices SET group_id = $1 WHERE id = $2', [rows[0].below, moved.deviceId]);
  const before = await calls();
  server.bus.publish('deviceRegistry', { deviceIds: [moved.deviceId] });
  server.clock.advance(1_000);
  await until(async () => (await calls()) > before);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const packets = await moved.drive(2);
  // its connection there begins with the sign-in that came before it was chosen
  await expect.poll(other.brought, { timeout: 5_000 }).toEqual([hex(moved.login, ...packets)]);
});

test('[OUT-06] while the other side hangs everything is acknowledged and stored; when it comes back it is signed in to anew', async () => {
  const other = await receiver();
  other.hang();
  const one = await tracker();
  await mirror({ address: `127.0.0.1:${other.port}`, device_ids: [one.deviceId] });
  await one.signIn();
  const serials = Array.from({ length: 200 }, (_, at) => at + 1);
  await one.drive(...serials);
  expect(await one.stored()).toBe(200);
  await other.close();
  await one.drive(201);
  await other.comeBack();
  server.clock.advance(30_000);
  const packets = await one.drive(202);
  await expect
    .poll(() => other.brought().at(-1), { timeout: 5_000 })
    .toMatch(new RegExp(`^${hex(one.login)}.*${hex(...packets)}$`));
  expect(await one.stored()).toBe(202);
});

test('[OUT-06] what came while the other side was away waits and goes in order, once it is back', async () => {
  const other = await receiver();
  await other.close();
  const one = await tracker();
  const id = await mirror({ address: `127.0.0.1:${other.port}`, device_ids: [one.deviceId] });
  await one.signIn();
  const packets = [...(await one.drive(1, 2)), ...(await one.drive(3))];
  // the connection of the tracker is over before the other side is there
  one.end();
  expect(await logged(id)).toMatchObject({ 'failed refused': expect.any(Number) });
  await other.comeBack();
  server.clock.advance(600_000);
  await expect.poll(other.brought, { timeout: 5_000 }).toEqual([hex(one.login, ...packets)]);
  expect(await logged(id)).toMatchObject({ sent: 4 });
});

test('[OUT-06] before its time nothing is forwarded, and after it no more', async () => {
  const other = await receiver();
  const one = await tracker();
  const nowMs = server.clock.now();
  const at = (ms: number) => new Date(nowMs + ms).toISOString();
  await mirror({
    ...{ address: `127.0.0.1:${other.port}`, device_ids: [one.deviceId] },
    ...{ active_from: at(60_000), active_until: at(120_000) },
  });
  await one.signIn();
  await one.drive(1);
  server.clock.advance(60_000);
  const during = await one.drive(2);
  await expect.poll(other.brought, { timeout: 5_000 }).toEqual([hex(one.login, ...during)]);
  server.clock.advance(60_000);
  await one.drive(3);
  await expect.poll(other.open, { timeout: 5_000 }).toBe(0);
  expect(other.brought()).toEqual([hex(one.login, ...during)]);
});

test('[OUT-06] committed positions go out as OsmAnd’s parameters, one after the other; a refusal is not repeated, a failure is', async () => {
  const statuses = [200, 503, 200, 404, 200];
  const service = await startWebService((response) => {
    response.statusCode = statuses.shift() ?? 200;
    response.end();
  });
  const phone = await osmandSender(server);
  const id = await mirror({
    ...{ kind: 'osmand', address: `${service.url}/in?key=1`, device_ids: [phone.deviceId] },
    sealed_authorization: 'Bearer abc',
  });
  const send = (second: number) =>
    phone.send({
      lat: -3.5,
      lon: -38.25,
      speed: 10,
      batt: 80,
      ignition: 'true',
      timestamp: startMs / 1000 + second,
    });
  await send(1);
  await expect.poll(() => service.received.length, { timeout: 5_000 }).toBe(1);
  await send(2);
  await expect.poll(() => service.received.length, { timeout: 5_000 }).toBe(2);
  await send(3);
  await send(4);
  server.clock.advance(600_000);
  await expect.poll(() => service.received.length, { timeout: 5_000 }).toBe(5);
  const sent = service.received.map(({ url }) => new URL(url, service.url).searchParams);
  expect(sent.map((one) => Number(one.get('timestamp')) - startMs / 1000)).toEqual([1, 2, 2, 3, 4]);
  expect(Object.fromEntries(sent[0] ?? [])).toMatchObject({
    ...{ key: '1', lat: '-3.5', lon: '-38.25', speed: '10', batt: '80', ignition: 'true', valid: 'true' },
    id: expect.stringMatching(/^phone-/),
  });
  expect(service.received[0]).toMatchObject({ method: 'GET', headers: { authorization: 'Bearer abc' } });
  expect(await logged(id)).toEqual({ sent: 3, 'failed answered-503': 1, 'dropped refused-404': 1 });
});

test('[OUT-06] JSON is the field’s { position, device }, and a form of OsmAnd’s is posted where that is chosen', async () => {
  const service = await startWebService();
  const phone = await osmandSender(server);
  await mirror({ kind: 'json', address: `${service.url}/json`, device_ids: [phone.deviceId] });
  await mirror({
    kind: 'osmand',
    method: 'POST',
    address: `${service.url}/form`,
    device_ids: [phone.deviceId],
  });
  await phone.send({ lat: 1, lon: 2, timestamp: startMs / 1000 });
  await expect.poll(() => service.received.length, { timeout: 5_000 }).toBe(2);
  const [json] = service.received.filter(({ url }) => url === '/json');
  const [form] = service.received.filter(({ url }) => url === '/form');
  expect(JSON.parse(json?.body ?? '')).toMatchObject({
    device: { id: phone.deviceId, uniqueId: expect.stringMatching(/^phone-/), name: expect.any(String) },
    position: {
      deviceId: phone.deviceId,
      latitude: 1,
      longitude: 2,
      fixTime: new Date(startMs).toISOString(),
    },
  });
  expect(form?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect(new URLSearchParams(form?.body).get('lon')).toBe('2');
});

test('[OUT-06] what comes over HTTP has no frames, and the log of a mirror of frames says so', async () => {
  const phone = await osmandSender(server);
  const id = await mirror({ address: '127.0.0.1:9', device_ids: [phone.deviceId] });
  await phone.send({ lat: 1, lon: 2, timestamp: startMs / 1000 });
  expect(await logged(id)).toEqual({ 'dropped no-frames': 1 });
});

test('[OUT-06] before its time a mirror says nothing of what comes over HTTP either', async () => {
  const phone = await osmandSender(server);
  const active_from = new Date(server.clock.now() + 3_600_000).toISOString();
  const id = await mirror({ address: '127.0.0.1:9', device_ids: [phone.deviceId], active_from });
  const later = { device_ids: [phone.deviceId], active_from, kind: 'osmand' };
  const byHttp = await mirror({ address: 'http://127.0.0.1:9', ...later });
  await phone.send({ lat: 1, lon: 2, timestamp: startMs / 1000 });
  expect(await logged(id)).toEqual({});
  expect(await logged(byHttp), 'nor sends it').toEqual({});
});

/** The mirrors alone, for frames that no tracker of the tests sends. */
async function alone(parts: Partial<MirrorsParts> = {}) {
  const mirrors = createMirrors({
    ...{ pool, bus: server.bus, clock: server.clock, log: pino({ level: 'silent' }) },
    guard: createGuardedLookup({ allowsPrivate: true }),
    openSecret: (sealed) => sealed,
    ...parts,
  });
  await mirrors.start();
  return mirrors;
}

const deviceOf = (id: number): IngestDevice => ({
  ...{ id, uniqueId: String(id), name: 'x', disabled: false, category: null },
  ...{ groupId: undefined, speedLimitKnots: undefined },
});

test('[OUT-06] a frame that holds several devices is forwarded where all of them were chosen', async () => {
  const [some, all] = [await receiver(), await receiver()];
  const [one, other] = [await server.addDevice('gateway-1'), await server.addDevice('gateway-2')];
  const id = await mirror({ address: `127.0.0.1:${some.port}`, device_ids: [one] });
  await mirror({ address: `127.0.0.1:${all.port}`, device_ids: [one, other] });
  const mirrors = await alone();
  const connection = mirrors.connection({ name: 'x', port: 9 }, 'tcp');
  connection.took(Buffer.from('ab', 'hex'), [deviceOf(one), deviceOf(other)], false);
  await expect.poll(all.brought, { timeout: 5_000 }).toEqual(['ab']);
  await mirrors.stop(AbortSignal.timeout(10_000));
  expect(some.brought()).toEqual([]);
  expect(await logged(id)).toEqual({ 'dropped shared-frame': 1 });
});

test('[OUT-06] what came as datagrams goes on as datagrams, to the usual port of its protocol where the address names none', async () => {
  const other = createSocket('udp4');
  await new Promise<void>((resolve) => other.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const received: string[] = [];
  other.on('message', (bytes) => received.push(bytes.toString('hex')));
  const deviceId = await server.addDevice('datagrams');
  const id = await mirror({ address: '127.0.0.1', device_ids: [deviceId] });
  const mirrors = await alone();
  const connection = mirrors.connection({ name: 'x', port: other.address().port }, 'udp');
  for (const bytes of ['01', '02', '03'])
    connection.took(Buffer.from(bytes, 'hex'), [deviceOf(deviceId)], false);
  await expect.poll(() => received, { timeout: 5_000 }).toEqual(['01', '02', '03']);
  connection.end();
  await mirrors.stop(AbortSignal.timeout(10_000));
  expect(await logged(id)).toEqual({ sent: 3 });
});

test('[OUT-06] a mirror whose key cannot be read any more stops no other', async () => {
  const other = await receiver();
  const deviceId = await server.addDevice('keyless');
  const lost = { kind: 'json', address: 'http://127.0.0.1:9/', sealed_authorization: 'lost' };
  const id = await mirror({ ...lost, device_ids: [deviceId], enabled: true });
  await mirror({ address: `127.0.0.1:${other.port}`, device_ids: [deviceId] });
  const mirrors = await alone({
    openSecret(sealed) {
      if (sealed === 'lost') throw new Error('of another key');
      return sealed;
    },
  });
  mirrors
    .connection({ name: 'x', port: 9 }, 'tcp')
    .took(Buffer.from('ab', 'hex'), [deviceOf(deviceId)], false);
  await expect.poll(other.brought, { timeout: 5_000 }).toEqual(['ab']);
  await mirrors.stop(AbortSignal.timeout(10_000));
  await query('DELETE FROM mirrors WHERE id = $1', [id]);
});

test('[OUT-06] groups that change have the mirrors read anew; a log that is not taken and a late reading hold no stop up', async () => {
  const other = await receiver();
  const deviceId = await server.addDevice('late-reading');
  await mirror({ address: `127.0.0.1:${other.port}`, device_ids: [deviceId] });
  const held = Promise.withResolvers<void>();
  let [readings, isHeld] = [0, false];
  const slow = {
    async query(...given: Parameters<typeof query>) {
      if (String(given[0]).includes('FROM mirrors WHERE enabled')) {
        readings += 1;
        if (isHeld) await held.promise;
      }
      if (String(given[0]).includes('INSERT INTO mirror_log')) return new Promise(() => undefined);
      return query(...given);
    },
  };
  const mirrors = await alone({ pool: slow as never });
  expect(readings).toBe(1);
  const frame = (bytes: string) =>
    mirrors
      .connection({ name: 'x', port: 9 }, 'tcp')
      .took(Buffer.from(bytes, 'hex'), [deviceOf(deviceId)], false);
  frame('ab');
  await expect.poll(other.brought, { timeout: 5_000 }).toEqual(['ab']);
  isHeld = true;
  server.bus.publish('rules', { kinds: ['groups'] });
  server.clock.advance(1_000);
  mirrors.check(server.clock.now());
  await expect.poll(() => readings).toBe(2);
  await mirrors.stop(AbortSignal.timeout(50));
  held.resolve();
  await new Promise((resolve) => setTimeout(resolve, 100));
  frame('cd');
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(other.brought()).toEqual(['ab']);
});

test('[OUT-06] a mirror that is switched off closes its connections; mirrors are read each minute unasked, half a second apart, and again after a failure', async () => {
  const other = await receiver();
  const { deviceId } = await tracker();
  let [readings, isAway] = [0, true];
  const failing = {
    query(...given: Parameters<typeof query>) {
      if (!String(given[0]).includes('FROM mirrors WHERE enabled')) return query(...given);
      readings += 1;
      return isAway ? Promise.reject(new Error('the database is away')) : query(...given);
    },
  };
  const mirrors = await alone({ pool: failing as never });
  const pass = async (ms: number) => {
    server.clock.advance(ms);
    mirrors.check(server.clock.now());
    await new Promise((resolve) => setTimeout(resolve, 50));
    return readings;
  };
  const frame = () =>
    mirrors
      .connection({ name: 'x', port: 9 }, 'tcp')
      .took(Buffer.from('ab', 'hex'), [deviceOf(deviceId)], false);
  expect(await pass(499)).toBe(1);
  isAway = false;
  expect(await pass(1)).toBe(2);
  const id = await mirror({ address: `127.0.0.1:${other.port}`, device_ids: [deviceId] });
  const before = await pass(1_000);
  frame();
  await expect.poll(other.brought, { timeout: 5_000 }).toEqual(['ab']);
  await query('UPDATE mirrors SET enabled = false WHERE id = $1', [id]);
  expect(await pass(59_000)).toBe(before);
  expect(await pass(1_000)).toBe(before + 1);
  await expect.poll(other.open, { timeout: 5_000 }).toBe(0);
  await mirrors.stop(AbortSignal.timeout(50));
});

test('[OUT-06] a long first frame is no sign-in to begin a connection with; what comes last of a tracker that has gone is sent, and then no more', async () => {
  const other = await receiver();
  const { deviceId } = await tracker();
  await mirror({ address: `127.0.0.1:${other.port}`, device_ids: [deviceId] });
  const mirrors = await alone();
  const line = mirrors.connection({ name: 'x', port: 9 }, 'tcp');
  const took = (text: string, isSignIn: boolean) =>
    line.took(Buffer.from(text), [deviceOf(deviceId)], isSignIn);
  const long = 'l'.repeat(1_025);
  took(long, true);
  await expect.poll(other.brought, { timeout: 5_000 }).toEqual([hex(Buffer.from(long))]);
  await other.close();
  await other.comeBack();
  await new Promise((resolve) => setTimeout(resolve, 50));
  took('a', false);
  await expect.poll(() => other.brought()[1], { timeout: 5_000 }).toBe(hex(Buffer.from('a')));
  line.end();
  await expect.poll(other.open, { timeout: 5_000 }).toBe(0);
  took('b', false);
  await expect.poll(() => other.brought()[2], { timeout: 5_000 }).toBe(hex(Buffer.from('b')));
  await expect.poll(other.open, { timeout: 5_000 }).toBe(0);
  await mirrors.stop(AbortSignal.timeout(50));
});

test('[OUT-06] what waits when the server stops is named in the log', async () => {
  const own = await startIngest();
  const imei = String(++lastImei);
  const deviceId = await own.addDevice(imei);
  await own.database.pool.query(
    `INSERT INTO mirrors (name, kind, address, authorized_by, reason, device_ids)
    VALUES ('x', 'raw', '127.0.0.1:1', 'x', 'x', $1)`,
    [[deviceId]],
  );
  const again = await own.restart();
  onTestFinished(again.stop);
  const client = await connectTracker(again.port('gt06'));
  client.send(gt06Login(imei), locationOf(1));
  await client.read(20);
  await again.ingest.stop();
  const { rows } = await again.database.pool.query(
    `SELECT reason, sum(count)::int AS count FROM mirror_log WHERE outcome = 'dropped' GROUP BY 1`,
  );
  expect(rows).toEqual([{ reason: 'server-stopped', count: 2 }]);
});
