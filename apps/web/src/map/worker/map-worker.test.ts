import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bytesOf, snapshotOf } from '../testing/snapshot-bytes.ts';
import type { FromWorker, Question, ToWorker } from './worker-messages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
afterEach(() => void vi.unstubAllGlobals());

/** The worker with one frame of its map on the screen. */
async function open() {
  const sent: FromWorker[] = [];
  const scope = {
    postMessage: (message: FromWorker) => void sent.push(message),
    onmessage: (_event: { readonly data: ToWorker }): void => undefined,
  };
  vi.stubGlobal('self', scope);
  vi.resetModules();
  await import('./map-worker.ts');
  const say = (data: ToWorker) => scope.onmessage({ data });
  const hurried = () => sent.flatMap((message) => (message.kind === 'frame' ? [message.isHurried] : []));
  const frames = () => hurried().length;
  say({ kind: 'viewport', viewport: { zoom: 4, extent: [0, 0, 1, 1] } });
  vi.advanceTimersByTime(50);
  say({ kind: 'painted' });
  vi.advanceTimersByTime(50);
  expect(frames()).toBe(1);
  return {
    frames,
    hurried,
    say,
    sent,
    /** Something on the map changes, and a list is asked for. */
    ask(question: Question) {
      say({ kind: 'labels', on: true });
      vi.advanceTimersByTime(50);
      say({ kind: 'painted' });
      say({ kind: 'removed', deviceIds: [1] });
      say({ kind: 'ask', request: 1, question });
      expect(sent.at(-1)).toMatchObject({ kind: 'answer', request: 1 });
    },
  };
}

test('[STRIP-02] the map stands still while a list that somebody waits for is drawn, and not for one that nobody does', async () => {
  const awaited = await open();
  awaited.ask({ kind: 'fleet', filter: { text: '', isAwaited: true } });
  const before = awaited.frames();
  vi.advanceTimersByTime(390);
  expect(awaited.frames()).toBe(before);
  vi.advanceTimersByTime(20);
  expect(awaited.frames()).toBe(before + 1);

  const other = await open();
  other.ask({ kind: 'fleet', filter: { text: '', isAwaited: false } });
  const then = other.frames();
  vi.advanceTimersByTime(50);
  expect(other.frames()).toBe(then + 1);
});

test('[STRIP-02] the map stands still as soon as somebody turns to the list, before he has chosen anything', async () => {
  const { frames, say } = await open();
  say({ kind: 'labels', on: true });
  vi.advanceTimersByTime(50);
  say({ kind: 'painted' });
  const before = frames();
  say({ kind: 'giveWay' });
  say({ kind: 'removed', deviceIds: [1] });
  vi.advanceTimersByTime(390);
  expect(frames()).toBe(before);
  vi.advanceTimersByTime(20);
  expect(frames()).toBe(before + 1);
});

test('[STRIP-02] [MAP-02] an alarm is on the map at once, whatever somebody does with the list', async () => {
  const { frames, say } = await open();
  say({ kind: 'snapshot', bytes: bytesOf(snapshotOf([{ deviceId: 7 }, { deviceId: 9 }])) });
  vi.advanceTimersByTime(50);
  say({ kind: 'painted' });
  const before = frames();
  say({ kind: 'giveWay' });
  say({ kind: 'removed', deviceIds: [9] });
  vi.advanceTimersByTime(50);
  expect(frames()).toBe(before);
  say({ kind: 'sirens', changes: [{ deviceId: 7, on: true }] });
  vi.advanceTimersByTime(10);
  expect(frames()).toBe(before + 1);
});

test('[MAP-14] the first frame after a change of the view says so, and no other', async () => {
  const { hurried, say } = await open();
  say({ kind: 'removed', deviceIds: [1] });
  vi.advanceTimersByTime(50);
  say({ kind: 'painted' });
  say({ kind: 'viewport', viewport: { zoom: 6, extent: [0, 0, 1, 1] } });
  vi.advanceTimersByTime(50);
  expect(hurried()).toEqual([true, false, true]);
});

test('[MAP-14] all devices are on the map before a list that was asked for meanwhile is made', async () => {
  const { say, sent } = await open();
  const before = sent.length;
  say({ kind: 'snapshot', bytes: bytesOf(snapshotOf([{ deviceId: 7 }, { deviceId: 9 }])) });
  say({ kind: 'ask', request: 1, question: { kind: 'fleet', filter: { text: '', isAwaited: false } } });
  vi.advanceTimersByTime(50);
  expect(sent.slice(before).map(({ kind }) => kind)).toEqual(['frame', 'answer']);
});

test('[MAP-14] a snapshot that comes while a frame is under way is drawn when that one is on the screen', async () => {
  const { say, frames } = await open();
  say({ kind: 'labels', on: true });
  vi.advanceTimersByTime(50);
  const before = frames();
  say({ kind: 'snapshot', bytes: bytesOf(snapshotOf([{ deviceId: 7 }])) });
  vi.advanceTimersByTime(500);
  expect(frames()).toBe(before);
  say({ kind: 'painted' });
  vi.advanceTimersByTime(50);
  expect(frames()).toBe(before + 1);
});
