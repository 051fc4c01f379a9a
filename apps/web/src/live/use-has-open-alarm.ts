import { useStore } from '../lib/store/use-store.ts';
import { useLive } from './live-context.ts';

/** Whether an alarm of a device waits for somebody. */
export function useHasOpenAlarm(deviceId: number | undefined): boolean {
  return useStore(useLive().alarms, ({ deviceIds }) => deviceId !== undefined && deviceIds.has(deviceId));
}
