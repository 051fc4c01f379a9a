import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTraffic } from '../../ingest/traffic/traffic.ts';
import { type Bus, createInProcessBus, type NotedFrame } from '../../platform/bus/bus.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { hashToken } from '../sessions/session-token.ts';
import { createTrafficService } from './traffic-service.ts';
import { createWatchedFrames } from './watched-frames.ts';

const { ask, kysely, world, services } = await createTestApp();
const device = await world.device({ attributes: JSON.stringify({ devicePassword: '4711' }) });
const traffic = createTrafficService({
  kysely,
  bus: createInProcessBus(() => undefined),
  visibility: services.visibility,
  readerOf: services.sessions.byHash,
  traffic: createTraffic({ now: () => 0 }),
});

/** What a session reads of a frame of the device, and of one that nobody registered. */
async function read(token: string) {
  const from = { protocol: 'gps103', address: '192.0.2.1' };
  const hex = Buffer.from('pass 4711').toString('hex');
  const frames = [device, 'stranger'].map(
    (key): NotedFrame => ({ key, atMs: 0, direction: 'out', ...from, hex }),
  );
  const [ofDevice, ofStranger] = await traffic.describe(hashToken(token).toString('base64url'), frames);
  return { shows: ofDevice?.includes('4711'), strangers: ofStranger !== undefined };
}

test('[SEC-01] [WS-01] frames hide a tracker’s password from who may not write the device, and from nobody else', async () => {
  const people = {
    writer: await world.person(),
    readonly: await world.person({ readonly: true }),
    deviceReadonly: await world.person({ device_readonly: true }),
    administrator: await world.administrator(),
  };
  const seen: Record<string, unknown> = {};
  for (const [name, { token }] of Object.entries(people)) seen[name] = await read(token);
  expect(seen).toEqual({
    writer: { shows: true, strangers: false },
    readonly: { shows: false, strangers: false },
    deviceReadonly: { shows: false, strangers: false },
    administrator: { shows: true, strangers: true },
  });
});

test('[SEC-01] [OUT-04] a token without the scope `write` reads no password in frames, whoever made it', async () => {
  const expiration = new Date(Date.now() + 86_400_000).toISOString();
  const made = async (scopes: string) => {
    const { token } = await world.administrator();
    return (await ask('POST', '/api/session/token', { token, body: { scopes, expiration } })).text;
  };
  expect((await read(await made('live,read'))).shows).toBe(false);
  expect((await read(await made('live,write'))).shows).toBe(true);
});

test('[SEC-01] [ROLE-02] where the whole installation is read-only, frames hide the password from everybody but administrators', async () => {
  const { token } = await world.person();
  for (const column of ['readonly', 'device_readonly']) {
    await sql`UPDATE server_settings SET ${sql.ref(column)} = true`.execute(kysely);
    expect([(await read(token)).shows, (await read((await world.administrator()).token)).shows]).toEqual([
      false,
      true,
    ]);
    await sql`UPDATE server_settings SET ${sql.ref(column)} = false`.execute(kysely);
  }
  expect((await read(token)).shows).toBe(true);
});

test('[SEC-01] [WS-01] a session that is over reads no frame', async () => {
  const { token, id } = await world.administrator();
  await sql`DELETE FROM sessions WHERE user_id = ${id}`.execute(kysely);
  expect(await read(token)).toEqual({ shows: undefined, strangers: false });
});

test('[WS-01] [SCALE-03] what trackers say at any process is heard by who watches at another, each once and only while he does', async () => {
  const buses = [createInProcessBus(() => undefined), createInProcessBus(() => undefined)] as const;
  // as NATS would: to the other one, and never back
  let isPassedOn = false;
  for (const [from, to] of [buses, buses.toReversed()] as readonly (readonly [Bus, Bus])[])
    for (const topic of ['frames', 'framesWanted'] as const)
      from.subscribe(topic, (message) => {
        if (isPassedOn) return;
        isPassedOn = true;
        to.publish(topic, message as never);
        isPassedOn = false;
      });
  let nowMs = 0;
  const traffics = buses.map(() => createTraffic({ now: () => 0 }));
  const [here] = buses.map((bus, at) =>
    createWatchedFrames({
      bus,
      traffic: traffics[at] ?? createTraffic({ now: () => 0 }),
      nowMs: () => nowMs,
    }),
  );
  const source = {
    protocol: 'gps103',
    transport: 'tcp',
    address: '192.0.2.1',
    decode: (): never => expect.unreachable(),
  } as const;
  const say = (word: string) => {
    for (const { devices } of traffics) devices.record(device, 'in', nowMs, source, Buffer.from(word));
  };
  const heard: string[] = [];
  say('before');
  const stop = here?.watch(({ hex }) => heard.push(Buffer.from(hex, 'hex').toString()));
  say('while');
  await expect.poll(() => heard).toEqual(['while', 'while']);
  stop?.();
  nowMs = 4_000;
  say('after');
  here?.watch(({ hex }) => heard.push(Buffer.from(hex, 'hex').toString()));
  say('again');
  await expect.poll(() => heard.slice(2)).toEqual(['again', 'again']);
});
