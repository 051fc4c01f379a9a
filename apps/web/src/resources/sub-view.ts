/**
 * What is open beside a list, and the list's search, page and selection. They have no address of their own (LIST-01), but
 * survive a reload and Back.
 */
import { createContext, use } from 'react';
import { z } from 'zod';

export const subViewSchema = z.object({
  /** `form`, `links`, or the key of one of the resource's row views. */
  kind: z.string(),
  /** Which row it is of; null for a new one. */
  rowId: z.union([z.number(), z.string()]).nullable(),
});

export type SubView = Readonly<z.infer<typeof subViewSchema>>;

export const listMemorySchema = z.object({
  text: z.string(),
  /** From 0. */
  page: z.number(),
  size: z.enum(['10', '50', 'all']),
  sorted: z.object({ column: z.string(), order: z.enum(['asc', 'desc']) }).nullable(),
  selectedId: z.number().nullable(),
  filters: z.record(z.string(), z.string()).optional(),
});

/** What was searched, in which order, which page of it, and the row that was marked. */
export type ListMemory = Readonly<z.infer<typeof listMemorySchema>>;

export interface SubViewPlace {
  /** Null while the list alone is shown. */
  readonly shown: SubView | null;
  /** Over the list, or in another's place. */
  show(subView: SubView): void;
  /** Back to the list. */
  close(): void;
  /** As the list was when the page was left or loaded again; null for one that is opened. */
  readonly list: ListMemory | null;
  saveList(list: ListMemory): void;
}

/** A page keeps it in the browser's history, a dialog for as long as it is open. */
export const SubViewContext = createContext<SubViewPlace | null>(null);

export function useSubView(): SubViewPlace {
  const place = use(SubViewContext);
  if (!place) throw new Error('useSubView needs a SubViewContext above it');
  return place;
}
