import type { SentCommand } from '@atalaia/contract/devices/sent-command';
import type { Formats } from '../../lib/formats/formats.ts';
import type { TextsState } from '../../lib/texts/texts.ts';

type Outcome = Pick<SentCommand, 'state' | 'answer' | 'reason' | 'expiresTime'>;

/** What the tracker said of a command, why it failed, or what is waited for; empty when there is nothing to say. */
export function commandDetail(
  { state, answer, reason, expiresTime }: Outcome,
  { text, textOr }: Pick<TextsState, 'text' | 'textOr'>,
  { panelTime }: Pick<Formats, 'panelTime'>,
): string {
  if (answer) return text('command.answer', { answer });
  if (reason) return textOr(`commandReason.${reason}`, reason);
  if (state === 'queued') return text('command.waits', { time: panelTime(expiresTime) });
  if (state === 'expired') return text('command.expired');
  return state === 'sent' ? text('command.awaitsAnswer') : '';
}
