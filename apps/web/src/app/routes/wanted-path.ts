import type { Location } from 'react-router';

/** Router state that travels to `/login` with who had to leave a page. */
interface WantedState {
  readonly wanted: string;
}

export function wantedState({ pathname, search, hash }: Location): WantedState {
  return { wanted: pathname + search + hash };
}

/** What a visitor wanted to see, as `wantedState` noted it; undefined when he came by himself. */
export function wantedOf(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('wanted' in state)) return undefined;
  return typeof state.wanted === 'string' ? state.wanted : undefined;
}
