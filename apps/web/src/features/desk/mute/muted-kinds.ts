/**
 * Kinds of alarms that a person does not want to hear or see for a time: his own view, kept by the server for every screen
 * of his, which changes nothing for anybody else (DESK-18). Critical ones cannot be muted.
 */
import type { Alarm } from '@atalaia/contract/desk/alarm';
import type { MutedRule } from '@atalaia/contract/desk/desk';

/** Rules that are muted at a time. */
export const mutedNow = (rules: readonly MutedRule[], nowMs: number): readonly MutedRule[] =>
  rules.filter(({ until }) => Date.parse(until) > nowMs);

export const isMuted = (
  { ruleId, severity }: Pick<Alarm, 'ruleId' | 'severity'>,
  muted: ReadonlySet<number>,
) => severity !== 'critical' && muted.has(ruleId);

export function withoutMuted(alarms: readonly Alarm[], muted: ReadonlySet<number>): readonly Alarm[] {
  return muted.size === 0 ? alarms : alarms.filter((alarm) => !isMuted(alarm, muted));
}
