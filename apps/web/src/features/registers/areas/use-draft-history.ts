import { useRef, useState } from 'react';
import type { AreaDraft } from './area-draft.ts';

/** Changes that are taken back at once: all that was typed without a break is one. */
export type DraftChange = 'drawn' | 'typed';

export interface DraftHistory {
  /** To be told of every change before it is made. */
  keep(before: AreaDraft, change: DraftChange): void;
  readonly canUndo: boolean;
  /** The draft before the last change. */
  takeBack(): AreaDraft | undefined;
}

const longest = 100;

export function useDraftHistory(): DraftHistory {
  const [past, setPast] = useState<readonly AreaDraft[]>([]);
  const last = useRef<DraftChange | undefined>(undefined);
  return {
    keep(before, change) {
      const isSameTyping = change === 'typed' && last.current === 'typed';
      last.current = change;
      if (!isSameTyping) setPast((drafts) => [...drafts.slice(-longest), before]);
    },
    canUndo: past.length > 0,
    takeBack() {
      last.current = undefined;
      setPast((drafts) => drafts.slice(0, -1));
      return past.at(-1);
    },
  };
}
