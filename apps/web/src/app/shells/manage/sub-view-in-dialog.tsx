import { type ReactNode, useState } from 'react';
import { type SubView, SubViewContext } from '../../../features/registers/sub-view/sub-view.ts';

/** Keeps what is open over a list for as long as its dialog is open: of a reload nothing is left. */
export function SubViewInDialog({ children }: { readonly children: ReactNode }) {
  const [shown, show] = useState<SubView | null>(null);
  const place = { shown, show, close: () => show(null), list: null, keepList: () => {} };
  return <SubViewContext value={place}>{children}</SubViewContext>;
}
