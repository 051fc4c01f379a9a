import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from 'prom-client';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../../platform/config/config.ts';
import { createChannels } from '../../platform/outbound/channels.ts';
import { createOutboundMetrics } from '../../platform/outbound/outbound-metrics.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { hashToken } from '../sessions/session-token.ts';

interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** A push service of a browser's maker, as far as its protocol goes; it knows no browser any more once it says so. */
const received: Received[] = [];
let status = 201;
const maker = createServer(async (request, response) => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces) });
  response.writeHead(status).end();
});
maker.listen(0, '127.0.0.1');
await once(maker, 'listening');
afterAll(() => void maker.close());
const origin = `http://127.0.0.1:${(maker.address() as AddressInfo).port}`;

const config = loadConfig({ PUSH_ORIGINS: origin });
const { ask, world, kysely } = await createTestApp({
  channels: createChannels(config, createOutboundMetrics(new Registry())),
  publicUrl: 'https://rastreio.example',
});

beforeEach(() => {
  received.length = 0;
  status = 201;
});

/** The keys of a browser, and what it reads of an encrypted push (RFC 8291, one record of RFC 8188). */
function browser(path = `/${randomBytes(6).toString('hex')}`) {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const auth = randomBytes(16);
  const subscription = {
    endpoint: origin + path,
    keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') },
  };
  function read(body: Buffer): unknown {
    const salt = body.subarray(0, 16);
    const length = body[20] ?? 0;
    const theirs = body.subarray(21, 21 + length);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs]);
    const shared = Buffer.from(hkdfSync('sha256', own.computeSecret(theirs), auth, info, 32));
    const key = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: aes128gcm\0', 16));
    const nonce = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: nonce\0', 12));
    const record = body.subarray(21 + length);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
    const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString());
  }
  return { path, subscription, read };
}

const subscribe = (token: string, body: object) => ask('POST', '/api/push/subscription', { token, body });
const sendTest = (token: string) => ask('POST', '/api/notifications/test/mobile', { token });

test('[APP-01] a test rings in the browser that subscribed: encrypted for it, signed with the installation’s key, and for nobody else', async () => {
  const { token } = await world.person();
  const other = await world.person();
  const { subscription, read, path } = browser();
  expect((await subscribe(token, subscription)).status).toBe(204);
  expect((await sendTest(token)).body).toMatchObject({ type: 'mobile', sent: true });
  const [push] = received;
  expect(push?.path).toBe(path);
  expect(push?.headers['content-encoding']).toBe('aes128gcm');
  expect(Number(push?.headers.ttl)).toBeGreaterThan(3600);
  expect(read(push?.body ?? Buffer.alloc(0))).toMatchObject({ path: '/', title: expect.any(String) });
  const { publicKey } = (await ask('GET', '/api/push/key', { token })).body;
  expectSigned(String(push?.headers.authorization), publicKey);
  // whoever has no browser is told so, and no browser of another rings
  expect((await sendTest(other.token)).status).toBe(502);
  expect(received).toHaveLength(1);
});

/** VAPID (RFC 8292): a token for the maker's origin, signed with the key that is sent beside it. */
function expectSigned(header: string, publicKey: string): void {
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header) ?? [];
  expect(key).toBe(publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const said = JSON.parse(Buffer.from(claims, 'base64url').toString());
  expect(said).toMatchObject({ aud: origin, sub: 'https://rastreio.example' });
  const point = Buffer.from(publicKey, 'base64url');
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  const jwk = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const signed = Buffer.from(`${head}.${claims}`);
  const bytes = Buffer.from(signature, 'base64url');
  expect(verify('sha256', signed, { key: jwk, dsaEncoding: 'ieee-p1363' }, bytes)).toBe(true);
}

test('[APP-01] the key is one for good, kept sealed, and so are the addresses of browsers', async () => {
  const { token } = await world.person();
  const first = (await ask('GET', '/api/push/key', { token })).body;
  expect((await ask('GET', '/api/push/key', { token })).body).toEqual(first);
  const { subscription } = browser();
  await subscribe(token, subscription);
  const keys = await kysely.selectFrom('web_push_keys').selectAll().execute();
  expect(keys).toMatchObject([
    { public_key: first.publicKey, private_key: expect.stringMatching(/^sealed:/) },
  ]);
  const rows = await kysely.selectFrom('push_subscriptions').select('subscription').execute();
  expect(rows.map((row) => row.subscription).join()).not.toContain(subscription.keys.auth);
});

test('[APP-01] after a sign-out, and once a session is over, the browser rings no more', async () => {
  const subscriptionsOf = (id: number) =>
    kysely.selectFrom('push_subscriptions').select('user_id').where('user_id', '=', id).execute();
  const { token, id } = await world.person();
  await subscribe(token, browser().subscription);
  expect(await subscriptionsOf(id)).toHaveLength(1);
  await ask('DELETE', '/api/session', { token });
  expect(await subscriptionsOf(id)).toEqual([]);

  const over = await world.person();
  await subscribe(over.token, browser().subscription);
  const second = await world.openSession(over.id);
  const past = new Date(Date.now() - 1000).toISOString();
  const isFirst = ['token_hash', '=', hashToken(over.token)] as const;
  await kysely
    .updateTable('sessions')
    .set({ expires_at: past })
    .where(...isFirst)
    .execute();
  expect((await sendTest(second)).status).toBe(502);
  expect(received).toEqual([]);
});

test('[APP-01] a browser that another person signs in to rings for him alone', async () => {
  const [before, after] = [await world.person(), await world.person()];
  const shared = browser();
  await subscribe(before.token, shared.subscription);
  await subscribe(after.token, shared.subscription);
  expect((await sendTest(before.token)).status).toBe(502);
  expect((await sendTest(after.token)).status).toBe(200);
});

test('[APP-01] turning it off ends it, and one that the maker does not know any more is forgotten', async () => {
  const off = await world.person();
  await subscribe(off.token, browser().subscription);
  expect((await ask('DELETE', '/api/push/subscription', { token: off.token })).status).toBe(204);
  expect((await sendTest(off.token)).status).toBe(502);
  const gone = await world.person();
  await subscribe(gone.token, browser().subscription);
  status = 410;
  expect((await sendTest(gone.token)).status).toBe(502);
  status = 201;
  expect((await sendTest(gone.token)).status).toBe(502);
  expect(received).toHaveLength(1);
});

test('[APP-01] [SEC-01] an address that is no known maker’s is refused: the server is made to ask nobody’s house', async () => {
  const { token } = await world.person();
  const { subscription } = browser();
  for (const endpoint of [
    'https://example.com/x',
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com.example.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://u:p@fcm.googleapis.com/x',
    'https://push.apple.com.example/x',
    'http://127.0.0.1:1/x',
    'http://169.254.169.254/x',
  ])
    expect([endpoint, (await subscribe(token, { ...subscription, endpoint })).status]).toEqual([
      endpoint,
      400,
    ]);
  for (const endpoint of ['https://fcm.googleapis.com/x', 'https://web.push.apple.com/x'])
    expect((await subscribe(token, { ...subscription, endpoint })).status).toBe(204);
  for (const key of ['auth', 'p256dh'] as const) {
    const short = { ...subscription, keys: { ...subscription.keys, [key]: 'AA' } };
    const { status: answered, body } = await subscribe(token, short);
    expect([answered, body.details.fields[0].path]).toEqual([400, `keys.${key}`]);
  }
});

test('[APP-01] who looks through another’s eyes takes none of his notifications, and twenty browsers are the most', async () => {
  const { token, id } = await world.person();
  const admin = await world.administrator();
  const opened = await ask('GET', `/api/session/${id}`, { token: admin.token });
  expect((await subscribe(opened.body.token, browser().subscription)).status).toBe(403);
  const expiration = new Date(Date.now() + 86_400_000).toISOString();
  const program = await ask('POST', '/api/session/token', { token, body: { expiration } });
  expect((await subscribe(program.text, browser().subscription)).status, 'a program').toBe(403);
  for (let made = 0; made < 22; made++) await subscribe(token, browser().subscription);
  const rows = await kysely
    .selectFrom('push_subscriptions')
    .select('user_id')
    .where('user_id', '=', id)
    .execute();
  expect(rows).toHaveLength(20);
});
