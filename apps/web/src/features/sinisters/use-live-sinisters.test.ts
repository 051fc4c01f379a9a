import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { act, createElement } from 'react';
import { expect, test } from 'vitest';
import { createStore } from '../../lib/store/store.ts';
import { aSinister } from '../../lib/testing/a-sinister.ts';
import { renderHook } from '../../lib/testing/render-hook.ts';
import { webAround } from '../../lib/testing/web-around.ts';
import { createListeners } from '../../live/listeners.ts';
import type { Connection, Live } from '../../live/live.ts';
import { LiveContext } from '../../live/live-context.ts';
import { useLiveSinisters, useOpenSinisters } from './use-open-sinisters.ts';

/** `answers` are what the server lists, one a request. */
async function watch(...answers: readonly (readonly Sinister[] | Promise<readonly Sinister[]>)[]) {
  const waiting = [...answers];
  const listeners = createListeners<readonly Sinister[]>();
  const connection = createStore<Connection>('open');
  let requests = 0;
  const { around } = await webAround(async () => {
    requests++;
    return Response.json(await (waiting.shift() ?? expect.fail('no further request expected')));
  });
  const live = { feed: { onSinisters: listeners.add }, connection } as unknown as Live;
  const hook = await renderHook(
    () => {
      useLiveSinisters();
      return useOpenSinisters().data?.map(({ id, status }) => `${id} ${status}`);
    },
    (inner) => around(createElement(LiveContext, { value: live }, inner)),
  );
  const settle = () => act(async () => new Promise((resolve) => setTimeout(resolve)));
  await settle();
  const receive = async (...sinisters: readonly Sinister[]) => {
    await act(async () => listeners.emit(sinisters));
    await settle();
  };
  const connect = async (...states: readonly Connection[]) => {
    await act(async () => {
      for (const state of states) connection.set(state);
    });
    await settle();
  };
  return { ...hook, receive, connect, settle, requests: () => requests, listeners };
}

const open = (id: number) => aSinister({ id, number: id });
const closed = (id: number) => aSinister({ id, number: id, status: 'closed' });

test('[SIN-14] a sinister that is opened joins the list and one that is closed leaves it, without a request', async () => {
  const { result, receive, requests, unmount } = await watch([open(1)]);
  await receive(open(2));
  expect(result()).toEqual(['2 opened', '1 opened']);
  await receive(closed(1));
  expect(result()).toEqual(['2 opened']);
  expect(requests()).toBe(1);
  await unmount();
});

test('[SIN-14] after a lost connection the list is loaded again', async () => {
  const { result, connect, requests, unmount } = await watch([open(1)], [open(3)]);
  await connect('lost');
  expect([requests(), result()]).toEqual([1, ['1 opened']]);
  await connect('open');
  expect([requests(), result()]).toEqual([2, ['3 opened']]);
  await unmount();
});

test('[SIN-14] a list on its way while a sinister changes is loaded again: it may be older than the change', async () => {
  const late = Promise.withResolvers<readonly Sinister[]>();
  const { result, receive, connect, requests, unmount } = await watch([open(1)], late.promise, [open(2)]);
  await connect('lost', 'open');
  await receive(open(2), closed(1));
  late.resolve([open(1)]);
  await connect();
  expect([requests(), result()]).toEqual([3, ['2 opened']]);
  await unmount();
});

test('a shell that closes listens no more', async () => {
  const { listeners, unmount } = await watch([]);
  expect(listeners.count).toBe(1);
  await unmount();
  expect(listeners.count).toBe(0);
});
