import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { renderHook } from '../../lib/testing/render-hook.ts';
import { webAround } from '../../lib/testing/web-around.ts';
import { useLinkPage, useLinkSwitch } from './use-link-page.ts';

const place = { owner: 'deviceId', ownerId: 7, kind: 'driver' } as const;

/** One driver, whom the server links and lists; `answers` holds an answer back, which is then as old as its question. */
async function setUp(answers: (keyword: string | null) => Promise<void>) {
  let linked = false;
  const requested: (string | null)[] = [];
  const { around } = await webAround(async ({ method, url }) => {
    if (method === 'POST') {
      linked = true;
      return new Response(null, { status: 204 });
    }
    const keyword = url.searchParams.get('keyword');
    const rows = [{ id: 1, name: 'Ana', detail: null, linked, inherited: null }];
    requested.push(keyword);
    await answers(keyword);
    return Response.json(rows);
  });
  const hook = await renderHook(() => {
    const view = useLinkPage(place);
    return { view, change: useLinkSwitch(place, view.key) };
  }, around);
  const until = (check: () => void) =>
    vi.waitFor(async () => {
      await act(() => new Promise((passed) => setTimeout(passed, 10)));
      check();
    });
  const isOn = () => hook.result().view.query.data?.rows[0]?.linked;
  await until(() => expect(isOn()).toBe(false));
  return { ...hook, requested, until, isOn };
}

test('[PERM-01] a switch is on at once, and its page is not read again', async () => {
  const { result, requested, until, isOn, unmount } = await setUp(async () => undefined);
  act(() => result().change.mutate({ id: 1, on: true }));
  await until(() => expect(isOn()).toBe(true));
  await until(() => expect(result().change.isSuccess).toBe(true));
  expect(requested).toEqual([null]);
  await unmount();
});

test('[PERM-01] what is switched while the answer to a search is on its way is shown on, and the answer comes', async () => {
  const { promise: late, resolve: answer } = Promise.withResolvers<void>();
  const { result, requested, until, isOn, unmount } = await setUp(async (keyword) => {
    if (keyword === 'Ana' && requested.length === 2) await late;
  });
  act(() => result().view.type('Ana'));
  await until(() => expect(requested).toEqual([null, 'Ana']));
  act(() => result().change.mutate({ id: 1, on: true }));
  await until(() => expect(result().change.isSuccess).toBe(true));
  answer();
  await until(() => expect(isOn()).toBe(true));
  expect(result().view.query.isPlaceholderData).toBe(false);
  await unmount();
});
