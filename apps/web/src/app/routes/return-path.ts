import type { Location } from 'react-router';

/** Router state that travels to `/login` with who had to leave a page. */
interface ReturnState {
  readonly wanted: string;
}

export function returnStateOf({ pathname, search, hash }: Location): ReturnState {
  return { wanted: pathname + search + hash };
}

/** What a visitor wanted to see, as `wantedState` noted it; undefined when he came by himself. */
export function returnPathOf(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('wanted' in state)) return undefined;
  return typeof state.wanted === 'string' ? state.wanted : undefined;
}
