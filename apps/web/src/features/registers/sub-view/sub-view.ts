/** What of a view is open over its list. It has no address of its own (LIST-01), yet a reload and Back know it. */
import { createContext, use } from 'react';
import { z } from 'zod';

export const subViewSchema = z.object({
  /** `form`, `links`, or the key of one of the register's row views. */
  kind: z.string(),
  /** Which row it is of; null for a new one. */
  rowId: z.union([z.number(), z.string()]).nullable(),
});

export type SubView = Readonly<z.infer<typeof subViewSchema>>;

export interface SubViewPlace {
  /** Null while the list alone is shown. */
  readonly shown: SubView | null;
  /** Over the list, or in another's place. */
  show(subView: SubView): void;
  /** Back to the list. */
  close(): void;
}

/** A page keeps it in the browser's history, a dialog for as long as it is open. */
export const SubViewContext = createContext<SubViewPlace | null>(null);

export function useSubView(): SubViewPlace {
  const place = use(SubViewContext);
  if (!place) throw new Error('useSubView needs a SubViewContext above it');
  return place;
}
