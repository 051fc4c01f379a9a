import type { QuietEntry } from './entry.ts';
import { type DevicePlan, type Plan, type PlanParts, planEvent } from './plan.ts';

/** Tells that a device went quiet (`docs/events.md`), once until it is heard again. */
export function planQuiet(plan: Plan, device: DevicePlan, entry: QuietEntry, parts: PlanParts): void {
  const { state } = device;
  const { memory } = state;
  const told = memory.quiet ?? [];
  if (told.includes(entry.event) || memory.fixTimeMs !== entry.fixTimeMs) return;
  if (entry.event === 'suspectedJamming' && state.lastUpdateMs !== entry.lastUpdateMs) return;
  const at = { timeMs: entry.receivedMs, positionId: entry.positionId };
  planEvent(plan, entry, entry.event, {}, at, parts);
  device.state = { ...state, memory: { ...memory, quiet: [...told, entry.event] } };
}
