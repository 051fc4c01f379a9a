import type { Alarm, AlarmSeverity } from '@atalaia/contract/desk/alarm';
import type { TextsState } from '../../lib/texts/texts.ts';
import type { Tone } from '../../ui/layout/pill.tsx';

type Titled = Pick<Alarm, 'kind' | 'massFault' | 'eventType' | 'alarm' | 'callReason' | 'ruleName'>;
type Subject = Pick<Alarm, 'kind' | 'deviceName' | 'deviceCount' | 'deviceBackCount'>;

/** What happened: the tracker's alarm, the event's type, what a call was about, or what failed for many. */
export function alarmTitle(
  { kind, massFault, eventType, alarm, callReason, ruleName }: Titled,
  { text, textOr }: Pick<TextsState, 'text' | 'textOr'>,
): string {
  if (kind === 'massFault') {
    const title = text(massFault?.isOurs ? 'desk.ourFault' : 'desk.massFault');
    return massFault ? `${title}: ${text(`massFaultBy.${massFault.by}`, { value: massFault.value })}` : title;
  }
  if (callReason !== null) return text(`callReason.${callReason}`);
  if (alarm) return textOr(`alarm.${alarm}`, alarm);
  if (eventType) return textOr(`eventType.${eventType}`, eventType);
  return ruleName ?? text('desk.alarm');
}

/** Which vehicle, or how many. */
export function alarmSubject(
  { kind, deviceName, deviceCount, deviceBackCount }: Subject,
  { text }: Pick<TextsState, 'text'>,
): string {
  if (kind !== 'massFault') return deviceName ?? text('desk.noVehicle');
  const vehicles = text('desk.faultOf', { count: deviceCount });
  return deviceBackCount === 0
    ? vehicles
    : `${vehicles}, ${text('desk.faultBackOf', { count: deviceBackCount })}`;
}

/** How a severity looks: the colours of the legend, the graver the warmer. */
export const severityTone: Readonly<Record<AlarmSeverity, Tone>> = Object.freeze({
  critical: 'alarm',
  high: 'unknown',
  medium: 'ignition',
  low: 'offline',
});
