import { type ComponentType, lazy, useState } from 'react';

/** A screen in a file of its own, fetched when it is first shown or ahead of that. */
export interface ScreenFile {
  /** Rejects when the file does not come; showing the screen tries again. */
  load(): Promise<ComponentType>;
  /** What to draw: the screen itself once its file is there, else one that waits for it. */
  component(): ComponentType;
}

export function createScreenFile(fetch: () => Promise<ComponentType>): ScreenFile {
  let fetched: ComponentType | undefined;
  async function load(): Promise<ComponentType> {
    fetched ??= await fetch();
    return fetched;
  }
  const later = lazy(async () => ({ default: await load() }));
  return { load, component: () => fetched ?? later };
}

/**
 * A screen whose file is there is drawn at once. React's own lazy components wait even then, and what comes after a screen
 * that says it loads is held back for 300 ms, so that nothing flickers.
 */
export function Screen({ file }: { readonly file: ScreenFile }) {
  // the same for as long as it is shown
  const [Shown] = useState<ComponentType>(file.component);
  return <Shown />;
}

/** What every shell needs, and most of its weight: fetched ahead by the one who knows that one comes next. */
export const loadLiveMap = () => import('../shells/live-map.tsx');
