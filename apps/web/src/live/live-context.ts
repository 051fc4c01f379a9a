import { createContext, use } from 'react';
import type { Live } from './live.ts';

export const LiveContext = createContext<Live | null>(null);

export function useLive(): Live {
  const live = use(LiveContext);
  if (!live) throw new Error('useLive needs a LiveContext above it');
  return live;
}
