import type { Alarm } from '@atalaia/contract/desk/alarm';
import type { TextsState } from '../../lib/texts/texts.ts';

type Titled = Pick<Alarm, 'kind' | 'eventType' | 'alarm' | 'callReason' | 'ruleName'>;

/** What happened: the tracker's alarm, the event's type, what a call was about, or what failed for many. */
export function alarmTitle(
  { kind, eventType, alarm, callReason, ruleName }: Titled,
  { text, textOr }: Pick<TextsState, 'text' | 'textOr'>,
): string {
  if (kind === 'massFault') return ruleName ?? text('desk.massFault');
  if (callReason !== null) return text(`callReason.${callReason}`);
  if (alarm) return textOr(`alarm.${alarm}`, alarm);
  if (eventType) return textOr(`eventType.${eventType}`, eventType);
  return ruleName ?? text('desk.alarm');
}
