import { type ReactNode, useState } from 'react';
import { type SubView, SubViewContext } from '../../../features/registers/sub-view/sub-view.ts';

/** Keeps what is open over a list for as long as its dialog is open. */
export function SubViewInDialog({ children }: { readonly children: ReactNode }) {
  const [shown, show] = useState<SubView | null>(null);
  return <SubViewContext value={{ shown, show, close: () => show(null) }}>{children}</SubViewContext>;
}
