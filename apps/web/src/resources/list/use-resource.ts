import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { SortedBy } from '../../ui/table/grid-head.tsx';
import type { Resource } from '../resource.ts';
import type { ListMemory } from '../sub-view.ts';
import { type ListWindow, useListRows, useTreeRows } from './use-list-rows.ts';

/** Rows a page may have (LIST-02). */
export const pageSizes = ['10', '50', 'all'] as const;

export type PageSize = (typeof pageSizes)[number];

/** Letters of one frame, ms, are one question; a question that another has overtaken is taken back. */
const pauseMs = 16;

/** The list on the screen: search, order, page, size and rows. */
export function useResource<Row extends { readonly id: number }>(
  resource: Pick<Resource<Row>, 'path' | 'query' | 'schema' | 'parentOf'>,
  before: ListMemory | null,
) {
  const [text, setText] = useState(before?.text ?? '');
  const [page, goTo] = useState(before?.page ?? 0);
  const [size, setSize] = useState<PageSize>(before?.size ?? '10');
  const [sorted, setSorted] = useState<SortedBy | null>(before?.sorted ?? null);
  const [keyword] = useDebouncedValue(text.trim(), pauseMs, { leading: true });
  const request = { keyword, sort: sorted?.column, order: sorted?.order };
  const window: ListWindow = size === 'all' ? 'all' : { page, size: Number(size) };
  // What is searched or sorted is no tree any more.
  const isTree = resource.parentOf !== undefined && keyword === '' && !sorted;
  const list = useListRows(resource, request, window, !isTree);
  const tree = useTreeRows(resource, window, isTree);
  const rows = isTree ? tree : list;
  const pages = size === 'all' ? 1 : Math.max(Math.ceil(rows.total / Number(size)), 1);
  // Rows went meanwhile: the last page there is.
  if (!rows.isComing && page >= pages) goTo(pages - 1);
  return {
    text,
    type(typed: string) {
      setText(typed);
      goTo(0);
    },
    size,
    choose(chosen: PageSize) {
      setSize(chosen);
      goTo(0);
    },
    sorted,
    /** By that column; once more turns the order round. */
    sortBy(column: string) {
      const isTurned = sorted?.column === column && sorted.order === 'asc';
      setSorted({ column, order: isTurned ? 'desc' : 'asc' });
      goTo(0);
    },
    page,
    pages,
    goTo,
    keyword,
    before: size === 'all' ? 0 : page * Number(size),
    depthOf: isTree ? tree.depthOf : undefined,
    ...rows,
  };
}
