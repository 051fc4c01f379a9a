import type { SentCommand, SentState } from '@atalaia/contract/devices/sent-command';
import {
  mdiCheckCircleOutline,
  mdiClockOutline,
  mdiCloseCircleOutline,
  mdiHandBackRightOutline,
  mdiSendCheckOutline,
} from '@mdi/js';
import type { Formats } from '../../lib/formats/formats.ts';
import type { TextsState } from '../../lib/texts/texts.ts';
import type { Tone } from '../../ui/layout/pill.tsx';

interface Said {
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A command in words: its type, and its parameters by their names. */
export function commandLabel(
  { type, attributes }: Said,
  { text, textOr }: Pick<TextsState, 'text' | 'textOr'>,
): string {
  const parameters = Object.entries(attributes).map(([key, value]) => {
    const shown = typeof value === 'boolean' ? text(value ? 'value.yes' : 'value.no') : String(value);
    return `${textOr(`commandParameter.${key}`, key)}: ${shown}`;
  });
  const labels = textOr(`commandType.${type}`, type);
  return parameters.length === 0 ? labels : `${labels} (${parameters.join(', ')})`;
}

type Outcome = Pick<SentCommand, 'state' | 'answer' | 'reason' | 'expiresTime'>;

/** What the tracker said of a command, why it failed, or what is waited for; empty when there is nothing to say. */
export function commandDetail(
  { state, answer, reason, expiresTime }: Outcome,
  { text, textOr }: Pick<TextsState, 'text' | 'textOr'>,
  { panelTime }: Pick<Formats, 'panelTime'>,
): string {
  if (answer) return plainAnswer(answer, state, text);
  if (reason) return textOr(`commandReason.${reason}`, reason);
  if (state === 'queued') return text('command.waits', { time: panelTime(expiresTime) });
  if (state === 'expired') return text('command.expired');
  return state === 'sent' ? text('command.awaitsAnswer') : '';
}

const refusals =
  /\b(?:not ok|err(?:or)?|fail(?:ed|ure)?|invalid|unknown|denied|refus\w*|not support\w*|unsupported)\b/i;
const confirmations = /\b(?:ok|success\w*|done|accepted|sucesso)\b/i;

/** What a tracker answered in plain words; what it sent is behind them. Nothing is called done that does not say so. */
function plainAnswer(answer: string, state: Outcome['state'], text: TextsState['text']): string {
  if (state === 'failed' || refusals.test(answer)) return text('command.answeredRefused');
  return text(confirmations.test(answer) ? 'command.answeredDone' : 'command.answeredText');
}

/** How the states of a command look. */
/** One of a batch may be refused before it is queued. */
export type CommandState = SentState | 'refused' | 'requested' | 'waiting';

interface CommandMark {
  readonly icon: string;
  readonly tone: Tone;
}

export const commandMarks: Readonly<Record<CommandState, CommandMark>> = Object.freeze({
  queued: { icon: mdiClockOutline, tone: 'unknown' },
  sent: { icon: mdiSendCheckOutline, tone: 'ignition' },
  answered: { icon: mdiCheckCircleOutline, tone: 'online' },
  failed: { icon: mdiCloseCircleOutline, tone: 'alarm' },
  expired: { icon: mdiCloseCircleOutline, tone: 'alarm' },
  requested: { icon: mdiClockOutline, tone: 'unknown' },
  waiting: { icon: mdiClockOutline, tone: 'unknown' },
  refused: { icon: mdiHandBackRightOutline, tone: 'alarm' },
});
