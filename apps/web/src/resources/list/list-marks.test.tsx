// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useMarks } from './list-tools.tsx';

const rows = Array.from({ length: 5 }, (_, at) => ({ id: at + 1 }));
const list = { rowAt: (index: number) => rows[index], count: 5, total: 12 };
const marked = ({ ids }: { readonly ids: ReadonlySet<number> }) => [...ids].toSorted((a, b) => a - b);

test('[LIST-05] rows are marked one by one, up to another with Shift, and all that the list is filtered by', () => {
  const { result, rerender } = renderHook(({ scope }) => useMarks(list, scope), {
    initialProps: { scope: 'a' },
  });
  act(() => result.current.mark(1, false));
  expect(marked(result.current)).toEqual([2]);
  act(() => result.current.mark(3, true));
  expect(marked(result.current)).toEqual([2, 3, 4]);
  act(() => result.current.mark(2, false));
  expect(marked(result.current)).toEqual([2, 4]);
  act(() => result.current.markAll());
  expect([result.current.isAll, result.current.count, result.current.has(99)]).toEqual([true, 12, true]);
  act(() => result.current.mark(0, false));
  expect([result.current.isAll, marked(result.current)]).toEqual([false, [1]]);
  // another search is another list: nobody changes what he does not see
  rerender({ scope: 'b' });
  expect(result.current.count).toBe(0);
});

test('[LIST-05] Shift goes from the row that was marked last, wherever it is by now, and never from one of another search', () => {
  const turned = { ...list, rowAt: (index: number) => rows[4 - index] };
  const { result, rerender } = renderHook(({ scope, shown }) => useMarks(shown, scope), {
    initialProps: { scope: 'a', shown: list },
  });
  act(() => result.current.mark(0, false));
  rerender({ scope: 'a', shown: turned });
  act(() => result.current.mark(2, true));
  expect(marked(result.current)).toEqual([1, 2, 3]);
  rerender({ scope: 'b', shown: turned });
  act(() => result.current.mark(0, true));
  expect(marked(result.current)).toEqual([5]);
});
