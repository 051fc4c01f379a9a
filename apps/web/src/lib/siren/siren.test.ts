// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryStorage } from '../storage/browser-storage.ts';
import { createStore } from '../store/store.ts';
import { createSiren, repeatMs, type SirenCall } from './siren.ts';
import { createSoundChoice } from './use-siren.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A loudspeaker that plays until the test ends the sound. */
function setUp() {
  const storage = createMemoryStorage();
  const enabled = createSoundChoice(storage);
  const call = createStore<SirenCall | null>(null);
  const played: string[] = [];
  let sound = Promise.withResolvers<'heard' | 'refused'>();
  const siren = createSiren({
    enabled,
    call,
    play(severity) {
      played.push(severity);
      sound = Promise.withResolvers();
      return sound.promise;
    },
  });
  const end = async (how: 'heard' | 'refused' | Error = 'heard') => {
    if (how instanceof Error) sound.reject(how);
    else sound.resolve(how);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { storage, enabled, call, played, siren, end };
}

test('[SHELL-08] it sounds for an alarm, and again and again until somebody takes it', async () => {
  const { siren, call, played, end } = setUp();
  siren.start();
  expect(played).toEqual([]);
  call.set({ severity: 'critical', raised: 1 });
  expect(played).toEqual(['critical']);
  await end();
  await vi.advanceTimersByTimeAsync(repeatMs.critical - 1);
  expect(played).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(played).toHaveLength(2);
  await end();
  call.set(null);
  await vi.advanceTimersByTimeAsync(10 * repeatMs.critical);
  expect(played).toHaveLength(2);
});

test('[SHELL-08] the graver the alarm, the sooner it is repeated', async () => {
  const { siren, call, played, end } = setUp();
  siren.start();
  call.set({ severity: 'high', raised: 1 });
  await end();
  await vi.advanceTimersByTimeAsync(repeatMs.critical);
  expect(played).toEqual(['high']);
  await vi.advanceTimersByTimeAsync(repeatMs.high - repeatMs.critical);
  expect(played).toEqual(['high', 'high']);
});

test('[SHELL-08] two sounds are never heard together, and one raised meanwhile follows at once', async () => {
  const { siren, call, played, end } = setUp();
  siren.start();
  call.set({ severity: 'high', raised: 1 });
  call.set({ severity: 'high', raised: 2 });
  call.set({ severity: 'critical', raised: 3 });
  expect(played).toEqual(['high']);
  await end();
  expect(played).toEqual(['high', 'critical']);
});

test('[SHELL-08] one that is raised between two repetitions is heard at once, one that is taken changes nothing', async () => {
  const { siren, call, played, end } = setUp();
  siren.start();
  call.set({ severity: 'critical', raised: 1 });
  await end();
  call.set({ severity: 'critical', raised: 2 });
  expect(played).toHaveLength(2);
  await end();
  call.set({ severity: 'medium', raised: 2 });
  expect(played).toHaveLength(2);
});

test('[SHELL-08] switched off it stays silent, switched on it sounds for what waits, and the choice is remembered', async () => {
  const { siren, call, enabled, played, storage } = setUp();
  siren.start();
  enabled.toggle();
  call.set({ severity: 'critical', raised: 1 });
  await vi.advanceTimersByTimeAsync(repeatMs.critical);
  expect(played).toHaveLength(0);
  expect(createSoundChoice(storage).get()).toBe(false);
  enabled.toggle();
  expect(played).toHaveLength(1);
  expect(createSoundChoice(storage).get()).toBe(true);
});

test('a refused sound is told until the page is clicked, and is tried again', async () => {
  const { siren, call, played, end } = setUp();
  siren.start();
  call.set({ severity: 'critical', raised: 1 });
  await end('refused');
  expect(siren.refused.get()).toBe(true);
  siren.unlock();
  expect(siren.refused.get()).toBe(false);
  await vi.advanceTimersByTimeAsync(repeatMs.critical);
  expect(played).toHaveLength(2);
});

test('a sound that fails does not silence the next one', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { siren, call, played, end } = setUp();
  siren.start();
  call.set({ severity: 'critical', raised: 1 });
  await end(new Error('no loudspeaker'));
  await vi.advanceTimersByTimeAsync(repeatMs.critical);
  expect(played).toHaveLength(2);
  expect(error).toHaveBeenCalledOnce();
  error.mockRestore();
});

test('a siren that was ended sounds no more', async () => {
  const { siren, call, played, end } = setUp();
  const stop = siren.start();
  call.set({ severity: 'critical', raised: 1 });
  await end();
  stop();
  await vi.advanceTimersByTimeAsync(10 * repeatMs.critical);
  expect(played).toHaveLength(1);
});
