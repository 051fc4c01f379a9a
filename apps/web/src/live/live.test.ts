import type { Event } from '@atalaia/contract/rules/event';
import { afterEach, expect, test, vi } from 'vitest';
import { createApiClient } from '../lib/api/api-client.ts';
import { anEvent } from '../lib/testing/an-event.ts';
import { createLive } from './live.ts';

afterEach(() => void vi.restoreAllMocks());

/** The live channel over a network that answers at once. `waiting` is what the server holds. */
function setUp(waiting: readonly Event[]) {
  const sockets: WebSocket[] = [];
  let answers = true;
  const live = createLive({
    api: createApiClient({
      root: 'http://server/api/',
      async fetch(input) {
        if (!answers) throw new TypeError('no network');
        return Response.json(String(input).includes('open-alarms') ? waiting : []);
      },
      token: () => 'token',
      onRefused: () => {},
      isOnline: () => true,
    }),
    openSocket() {
      const socket = { close() {} } as unknown as WebSocket;
      sockets.push(socket);
      return socket;
    },
    batch: (flush) => ({ request: flush, cancel: () => {} }),
    restoredEvents: [],
    onLost: () => {},
    onSignedOut: () => {},
    checkSession: () => {},
    random: () => 0,
  });
  const last = () => sockets.at(-1) as WebSocket;
  return {
    live,
    cut: (isCut: boolean) => {
      answers = !isCut;
    },
    open: () => last().onopen?.({} as globalThis.Event),
    lose: () => last().onclose?.({ code: 1006 } as CloseEvent),
    receive: (events: readonly Event[]) =>
      last().onmessage?.({ data: JSON.stringify({ events }) } as MessageEvent),
    say: (message: object) => last().onmessage?.({ data: JSON.stringify(message) } as MessageEvent),
    alarmIds: () => live.alarms.get().alarms.map(({ id }) => id),
    feedIds: () => live.events.get().map(({ id }) => id),
  };
}

const sos = (id: number, part: Partial<Event> = {}) =>
  anEvent({ id, type: 'alarm', attributes: { alarm: 'sos' }, ...part });

test('[AUTH-08] [SHELL-04] who signs in again in the same tab sees every alarm that waits', async () => {
  const { live, open, receive, alarmIds } = setUp([sos(2), sos(1)]);
  live.start();
  open();
  await vi.waitFor(() => expect(alarmIds()).toEqual([2, 1]));
  receive([sos(2)]);
  live.stop();
  expect(alarmIds()).toEqual([]);
  live.start();
  open();
  await vi.waitFor(() => expect(alarmIds()).toEqual([2, 1]));
  live.stop();
});

test('[SHELL-05] [SHELL-09] neither a flood nor clearing the feed takes an alarm away', async () => {
  const { live, open, receive, alarmIds, feedIds } = setUp([sos(1)]);
  live.start();
  open();
  await vi.waitFor(() => expect(alarmIds()).toEqual([1]));
  receive([sos(2), ...Array.from({ length: 230 }, (_, index) => anEvent({ id: 10 + index }))]);
  expect(feedIds()).toHaveLength(200);
  live.events.clear();
  expect([alarmIds(), feedIds()]).toEqual([[2, 1], []]);
  receive([sos(1, { handledAt: '2026-11-21T07:00:00.000Z' })]);
  expect(alarmIds()).toEqual([2]);
  live.stop();
});

test('a network that lets no socket through still tells what waits; one that answers nothing says so', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const { live, lose, cut, alarmIds } = setUp([sos(1)]);
  live.start();
  cut(true);
  lose();
  await vi.waitFor(() => expect(live.alarms.get().failure).toMatchObject({ code: 'connection' }));
  expect(live.alarms.get().loadedMs).toBeNull();
  cut(false);
  live.alarms.load();
  await vi.waitFor(() => expect(alarmIds()).toEqual([1]));
  live.stop();
});

test('[SCALE-05] the server’s word that it lacks something shows until it has sent it, and a connection that opens anew lacks nothing unless it says so', () => {
  const { live, open, lose, say } = setUp([]);
  live.start();
  open();
  expect(live.isBehind.get()).toBe(false);
  say({ events: [], live: [false] });
  expect([live.isBehind.get(), live.connection.get()]).toEqual([true, 'open']);
  say({ events: [], live: ['never'] });
  expect(live.isBehind.get()).toBe(true);
  say({ events: [], live: [true] });
  expect(live.isBehind.get()).toBe(false);
  say({ events: [], live: [false] });
  lose();
  live.retryNow();
  open();
  expect(live.isBehind.get()).toBe(false);
  say({ events: [], live: [false] });
  live.stop();
  expect(live.isBehind.get()).toBe(false);
});
