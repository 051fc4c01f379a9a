import { liveCloseCodes } from '@atalaia/contract/devices/live-message';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLiveSocket } from './live-socket.ts';

/** The network's end of a socket, moved by hand. */
class HandSocket {
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: ((closing: { code: number }) => void) | null = null;
  closed = false;
  close() {
    this.closed = true;
  }
}

function setUp(random = 0) {
  const sockets: HandSocket[] = [];
  const received: string[] = [];
  const gaps: (number | undefined)[] = [];
  const planned: number[] = [];
  const socket = createLiveSocket({
    open: (gapMs) => {
      gaps.push(gapMs);
      const made = new HandSocket();
      sockets.push(made);
      return made as unknown as WebSocket;
    },
    onOpen: () => received.push('open'),
    onText: (text) => received.push(text),
    onLost: () => received.push('lost'),
    onAttemptFailed: () => received.push('failed'),
    onRetryPlanned: (atMs) => planned.push(atMs - Date.now()),
    onSignedOut: () => received.push('signed out'),
    random: () => random,
  });
  const newest = () => sockets.at(-1) ?? expect.fail('no socket was opened');
  return { socket, sockets, received, gaps, planned, newest };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('[WS-02] a loss is said once, however many attempts fail, and again after the next one held', () => {
  const { socket, received, newest } = setUp();
  socket.start();
  newest().onopen?.();
  for (let attempt = 0; attempt < 4; attempt += 1) {
    newest().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(60_000);
  }
  expect(received.filter((word) => word === 'lost')).toHaveLength(1);
  newest().onopen?.();
  newest().onclose?.({ code: 1006 });
  expect(received.filter((word) => word === 'lost')).toHaveLength(2);
});

test('[WS-02] it connects again after 1 s, then 2 s, 4 s, and at the latest every 60 s', () => {
  const { socket, sockets, planned, newest } = setUp();
  socket.start();
  for (const waitMs of [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]) {
    const before = sockets.length;
    newest().onclose?.({ code: 1006 });
    vi.advanceTimersByTime(waitMs - 1);
    expect(sockets).toHaveLength(before);
    // the person is told when
    expect(planned.at(-1)).toBe(waitMs);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(before + 1);
  }
});

test('[WS-02] a connection that held starts the waiting from 1 s again', () => {
  const { socket, sockets, newest } = setUp();
  socket.start();
  newest().onclose?.({ code: 1006 });
  vi.advanceTimersByTime(1000);
  newest().onopen?.();
  newest().onclose?.({ code: 1006 });
  vi.advanceTimersByTime(1000);
  expect(sockets).toHaveLength(3);
});

test('[SCALE-03] whom the server sends away, with all others, comes back at a random moment of the next 5 s', () => {
  const { socket, sockets, newest, received } = setUp(0.6);
  socket.start();
  newest().onopen?.();
  newest().onclose?.({ code: 1013 });
  expect(received).toContain('lost');
  vi.advanceTimersByTime(2999);
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sockets).toHaveLength(2);
});

test('a network that is back is used without waiting', () => {
  const { socket, sockets, newest } = setUp();
  socket.start();
  newest().onclose?.({ code: 1006 });
  socket.retryNow();
  expect(sockets).toHaveLength(2);
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(2);
});

test('[WS-02] a network that is said to be gone is a loss at once, and tried again all the same', () => {
  const { socket, sockets, received, newest } = setUp();
  socket.start();
  newest().onopen?.();
  const before = newest();
  socket.giveUpLine();
  expect([received, before.closed, before.onmessage]).toEqual([['open', 'lost'], true, null]);
  socket.giveUpLine();
  vi.advanceTimersByTime(1000);
  expect(sockets).toHaveLength(2);
  newest().onopen?.();
  expect(received).toEqual(['open', 'lost', 'open']);
  socket.stop();
  socket.giveUpLine();
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(2);
});

test('what the server closes because the session is over is not opened again', () => {
  const { socket, sockets, received, newest } = setUp();
  socket.start();
  newest().onopen?.();
  newest().onclose?.({ code: liveCloseCodes.signedOut });
  vi.advanceTimersByTime(120_000);
  expect(received).toEqual(['open', 'signed out']);
  expect(sockets).toHaveLength(1);
});

test('what the server closes because the sight changed is opened again at once, without a loss', () => {
  const { socket, sockets, received, newest } = setUp();
  socket.start();
  newest().onopen?.();
  newest().onclose?.({ code: liveCloseCodes.visibilityChanged });
  expect(received).toEqual(['open']);
  expect(sockets).toHaveLength(2);
});

test('only an attempt that never opened asks whether the session still holds', () => {
  const { socket, received, newest } = setUp();
  socket.start();
  newest().onopen?.();
  newest().onclose?.({ code: 1006 });
  expect(received).toEqual(['open', 'lost']);
  vi.advanceTimersByTime(1000);
  newest().onclose?.({ code: 1006 });
  expect(received).toEqual(['open', 'lost', 'failed']);
});

test('a stopped socket is closed, says nothing more and stays away', () => {
  const { socket, sockets, received, newest } = setUp();
  socket.start();
  const first = newest();
  first.onopen?.();
  socket.stop();
  first.onclose?.({ code: 1000 });
  vi.advanceTimersByTime(120_000);
  expect(first.closed).toBe(true);
  expect(received).toEqual(['open']);
  expect(sockets).toHaveLength(1);
});

test('[WS-02] connecting again says how long nothing was heard, so that what was missed is told', () => {
  const { socket, gaps, newest } = setUp();
  socket.start();
  newest().onopen?.();
  vi.advanceTimersByTime(5000);
  newest().onmessage?.({ data: '{"events":[]}' });
  vi.advanceTimersByTime(2000);
  newest().onclose?.({ code: 1006 });
  vi.advanceTimersByTime(1000);
  expect(gaps).toEqual([undefined, 3000]);
});

test('[WS-02] a line that is silent for too long counts as lost, although nobody closed it', () => {
  const { socket, sockets, received, newest } = setUp();
  socket.start();
  newest().onopen?.();
  vi.advanceTimersByTime(60_000);
  newest().onmessage?.({ data: '{"events":[]}' });
  vi.advanceTimersByTime(60_000);
  expect(received).not.toContain('lost');
  vi.advanceTimersByTime(30_000);
  expect(received).toContain('lost');
  expect(sockets[0]?.closed).toBe(true);
  expect(sockets.length).toBe(2);
});
