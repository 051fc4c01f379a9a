import { expect, test } from 'vitest';
import { createTestApp } from '../../../testing/test-app.ts';

const { ask } = await createTestApp({ metricsToken: 'a-token-for-prometheus' });

test('[OPS-03] metrics are read from this machine without a word', async () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) {
    const { status, text } = await ask('GET', '/metrics', { address });
    expect([address, status]).toEqual([address, 200]);
    expect(text).toContain('atalaia_http_request_seconds');
  }
});

test('[OPS-03] [SEC-01] from elsewhere they are read with the token alone, also through a proxy on this machine', async () => {
  const from = async (address: string, headers: Record<string, string> = {}) => {
    const asked = ['/metrics', '/health?full'].map((path) => ask('GET', path, { address, headers }));
    const [one, other] = await Promise.all(asked);
    expect(other?.status).toBe(one?.status);
    return one?.status;
  };
  expect((await ask('GET', '/health', { address: '10.1.1.1' })).status).toBe(200);
  expect(await from('10.1.1.1')).toBe(403);
  expect(await from('127.0.0.1', { 'x-forwarded-for': '10.1.1.1' })).toBe(403);
  expect(await from('127.0.0.1', { forwarded: 'for=10.1.1.1' })).toBe(403);
  expect(await from('10.1.1.1', { authorization: 'Bearer another' })).toBe(403);
  expect(await from('10.1.1.1', { authorization: 'Bearer a-token-for-prometheus' })).toBe(200);
});
