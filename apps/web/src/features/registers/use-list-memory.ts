import { useEffect, useRef } from 'react';
import { type ListMemory, useSubView } from './sub-view/sub-view.ts';
import type { ListRows } from './use-list-rows.ts';

/** Of a list that is shown whole, the marked row is looked for among as many at its beginning. */
const mostLookedAt = 100;

/** Keeps what of a list is in sight, and marks the row again that was marked when the page was loaded anew. */
export function useListMemory<Row extends { readonly id: number }>(
  list: Omit<ListMemory, 'selectedId'> & ListRows<Row>,
  selected: Row | null,
  onSelect: (row: Row) => void,
): void {
  const place = useSubView();
  const awaited = useRef(place.list?.selectedId ?? null);
  const { text, page, size, sorted, isComing, count, rowAt } = list;
  useEffect(() => {
    if (awaited.current === null || isComing) return;
    const rows = Array.from({ length: Math.min(count, mostLookedAt) }, (_, at) => rowAt(at));
    const row = rows.find((one) => one?.id === awaited.current);
    awaited.current = null;
    if (row) onSelect(row);
  });
  const selectedId = selected?.id ?? awaited.current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is open over it has an entry of its own in the history
  useEffect(
    () => place.keepList({ text, page, size, sorted, selectedId }),
    [text, page, size, sorted, selectedId, place.shown?.kind, place.shown?.rowId],
  );
}
