/**
 * Kinds of alarms that a person does not want to hear or see for a time: his own view in this browser, which changes
 * nothing for anybody else, and comes back with "Mostrar tudo" (DESK-18). Critical ones cannot be muted.
 */
import type { Alarm } from '@atalaia/contract/desk/alarm';
import { createRememberedStore } from '../../../lib/store/remembered-store.ts';

export interface MutedKinds {
  /** Rule's number to when it ends, ms since 1970. */
  readonly untilMs: Readonly<Record<string, number>>;
}

const none: MutedKinds = { untilMs: {} };

export const mutedKinds = createRememberedStore<MutedKinds>('atalaia.mutedAlarms', none);

export const showAll = () => mutedKinds.set(none);

export function mute(ruleId: number, forMs: number, nowMs = Date.now()): void {
  mutedKinds.set({ untilMs: { ...mutedKinds.get().untilMs, [ruleId]: nowMs + forMs } });
}

/** Rules that are muted at a time. */
export function mutedNow({ untilMs }: MutedKinds, nowMs: number): ReadonlySet<number> {
  return new Set(
    Object.entries(untilMs)
      .filter(([, until]) => until > nowMs)
      .map(([ruleId]) => Number(ruleId)),
  );
}

export const isMuted = (
  { ruleId, severity }: Pick<Alarm, 'ruleId' | 'severity'>,
  muted: ReadonlySet<number>,
) => severity !== 'critical' && muted.has(ruleId);

export function withoutMuted(alarms: readonly Alarm[], muted: ReadonlySet<number>): readonly Alarm[] {
  return muted.size === 0 ? alarms : alarms.filter((alarm) => !isMuted(alarm, muted));
}
