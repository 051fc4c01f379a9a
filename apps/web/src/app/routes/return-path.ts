import type { Location } from 'react-router';

/** Router state that travels to `/login` with who had to leave a page. */
interface ReturnState {
  readonly path: string;
}

export function returnStateOf({ pathname, search, hash }: Location): ReturnState {
  return { path: pathname + search + hash };
}

/** The page that a visitor requested, as `returnStateOf` noted it; undefined when he came by himself. */
export function returnPathOf(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('path' in state)) return undefined;
  return typeof state.path === 'string' ? state.path : undefined;
}
