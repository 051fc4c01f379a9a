import { createContext, use } from 'react';
import { useStore } from '../lib/store/use-store.ts';
import type { Live } from './live.ts';

export const LiveContext = createContext<Live | null>(null);

export function useLive(): Live {
  const live = use(LiveContext);
  if (!live) throw new Error('useLive needs a LiveContext above it');
  return live;
}

/** Whether an alarm of a device waits for somebody. */
export function useHasOpenAlarm(deviceId: number | undefined): boolean {
  return useStore(useLive().alarms, ({ deviceIds }) => deviceId !== undefined && deviceIds.has(deviceId));
}
