import { totalCountHeader } from '@atalaia/contract/values/sorting';
import { act } from 'react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { renderHook } from '../../lib/testing/render-hook.ts';
import { type SentRequest, webAround } from '../../lib/testing/web-around.ts';
import { type ListWindow, useListRows } from './use-list-rows.ts';

const resource = { path: 'drivers', schema: z.object({ id: z.number() }) };
const request = { keyword: '', sort: undefined, order: undefined };

/** A server with 250 rows, number 1 first. */
function pageOf({ url }: SentRequest): Response {
  const [offset, limit] = ['offset', 'limit'].map((name) => Number(url.searchParams.get(name)));
  const rows = Array.from({ length: 250 }, (_, at) => ({ id: at + 1 })).slice(
    offset,
    (offset ?? 0) + (limit ?? 0),
  );
  return Response.json(rows, { headers: { [totalCountHeader]: '250' } });
}

async function setUp(window: ListWindow) {
  const state = { isAway: false };
  const offsets: (string | null)[] = [];
  const { around } = await webAround(async (sent) => {
    offsets.push(sent.url.searchParams.get('offset'));
    if (state.isAway) throw new TypeError('network away');
    return pageOf(sent);
  });
  const hook = await renderHook(() => {
    const list = useListRows(resource, request, window);
    // as a table does: what is drawn is read while drawing
    for (let index = 0; index < list.count; index++) list.rowAt(index);
    return list;
  }, around);
  /** Waits until the list shows something. */
  const seen = <Value>(look: (list: ReturnType<typeof hook.result>) => Value) =>
    expect.poll(async () => {
      await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 5))));
      return look(hook.result());
    });
  await seen(({ isComing }) => isComing).toBe(false);
  return { ...hook, state, offsets, seen };
}

test('[LIST-01] one page is asked for and shown, with the number of all', async () => {
  const { result, offsets, unmount } = await setUp({ page: 2, size: 100 });
  const { count, total, rowAt, isComing, error } = result();
  expect([count, total, rowAt(0)?.id, rowAt(50), isComing, error]).toEqual([
    50,
    250,
    201,
    undefined,
    false,
    null,
  ]);
  expect(offsets).toEqual(['200']);
  await unmount();
});

test('of a list that is shown whole only the rows in sight are fetched', async () => {
  const { result, offsets, seen, unmount } = await setUp('all');
  expect([result().count, result().rowAt(0)?.id, result().rowAt(240)]).toEqual([250, 1, undefined]);
  await act(async () => result().onVisibleRange?.(220, 249));
  await seen(({ rowAt }) => rowAt(240)?.id).toBe(241);
  expect(new Set(offsets)).toEqual(new Set(['0', '200']));
  await unmount();
});

test('a list that is refetched in vain stays in sight with what went wrong, and comes back at a retry', async () => {
  const { result, state, seen, unmount } = await setUp({ page: 0, size: 100 });
  state.isAway = true;
  await act(async () => result().retry());
  await seen(({ error, count }) => [error?.message, count]).toEqual(['connection', 100]);
  state.isAway = false;
  await act(async () => result().retry());
  await seen(({ error, count }) => [error, count]).toEqual([null, 100]);
  await unmount();
});
