// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import type { ApiWriter } from '../api/api-client.ts';
import { turnOn } from './use-push.ts';

afterEach(() => vi.unstubAllGlobals());

test('[APP-01] who wants notifications before the page has rested does not wait for its worker', async () => {
  const ready = Promise.withResolvers<object>();
  const subscription = { toJSON: () => ({ endpoint: 'x' }) };
  const registration = { pushManager: { subscribe: async () => subscription } };
  vi.stubGlobal('navigator', {
    serviceWorker: { ready: ready.promise, register: async () => ready.resolve(registration) },
  });
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted' });
  const send = vi.fn(async () => undefined);
  const api = { json: async () => ({ publicKey: 'k' }), send } as unknown as ApiWriter;
  expect(await turnOn(api)).toBe('on');
  expect(send).toHaveBeenCalledWith({ method: 'POST', path: 'push/subscription', json: { endpoint: 'x' } });
});
