import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from '../../lib/store/store.ts';
import { useStore } from '../../lib/store/use-store.ts';
import { renderHook } from '../../lib/testing/render-hook.ts';
import { aimingMs, useFreezeOnHover } from './use-freeze-on-hover.ts';

afterEach(() => vi.useRealTimers());

test('[SHELL-05] a list does not move under an aiming pointer, and shows what came once it rests or leaves', async () => {
  vi.useFakeTimers();
  const list = createStore(['a']);
  const { result, unmount } = await renderHook(() => useFreezeOnHover(useStore(list, (rows) => rows)));
  await act(async () => result().listeners.onPointerMove());
  await act(async () => list.set(['b', 'a']));
  expect(result().shown).toEqual(['a']);
  await act(async () => void vi.advanceTimersByTime(aimingMs));
  expect(result().shown).toEqual(['b', 'a']);

  await act(async () => result().listeners.onPointerDown());
  await act(async () => list.set(['c']));
  await act(async () => void vi.advanceTimersByTime(10 * aimingMs));
  expect(result().shown).toEqual(['b', 'a']);
  await act(async () => result().listeners.onPointerLeave());
  expect(result().shown).toEqual(['c']);
  await unmount();
});
