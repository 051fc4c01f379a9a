import { type AlarmHistoryLine, alarmSeverities } from '@atalaia/contract/desk/alarm';
import type { Formats } from '../../../lib/formats/formats.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import type { TextsState } from '../../../lib/texts/texts.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import parts from '../../../ui/layout/panel-part.module.css';
import { answerText, stepTitle } from '../step-words.ts';
import classes from './work-parts.module.css';

type TextOr = TextsState['textOr'];

interface AlarmHistoryProps {
  readonly lines: readonly AlarmHistoryLine[];
  /** What joins it are vehicles, not events. */
  readonly isMassFault: boolean;
}

/** Everything that happened to the alarm, the newest first: who, when and what (DESK-09). */
export function AlarmHistory({ lines, isMassFault }: AlarmHistoryProps) {
  const texts = useTexts();
  const { text, textOr } = texts;
  const formats = useFormats();
  return (
    <details className={parts.fold}>
      <summary>{text('desk.history', { count: lines.length })}</summary>
      <ol className={parts.list}>
        {[...lines].reverse().map(({ id, at, action, userName, details }) => (
          <li key={id} className={classes.line}>
            <span>
              {text(isMassFault && action === 'join' ? 'desk.faultJoined' : `alarmAction.${action}`)} ·{' '}
              {userName ?? text('desk.system')}
            </span>
            {typeof details.count === 'number' && (action === 'back' || isMassFault) && (
              <span className={parts.muted}>{text('desk.faultOf', { count: details.count })}</span>
            )}
            {wordsOf(action, details, textOr)
              .concat(clockWords(action, details, texts, formats))
              .map((words) => (
                <span key={words} className={parts.muted} dir="auto">
                  {words}
                </span>
              ))}
            <span className={parts.stamp}>{formats.dateTime(at)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

const told = [
  'outcome',
  'note',
  'title',
  'answer',
  'userName',
  'fromName',
  'overrideReason',
  'name',
] as const;

const words = (value: unknown) => (typeof value === 'string' ? value : '');

/** What a person wrote or chose, of a line's details; what he did of the procedure, of calls and phrases, in words. */
function wordsOf(
  action: AlarmHistoryLine['action'],
  details: AlarmHistoryLine['details'],
  textOr: TextOr,
): readonly string[] {
  const { key, title, answer, outcome, name, note, text } = details;
  const done = (came: unknown) => [words(name), answerText(words(came), textOr)].filter(Boolean).join(': ');
  const lines =
    action === 'step'
      ? [stepTitle({ key: words(key) || null, title: words(title) }, textOr), done(answer), words(text)]
      : action === 'call'
        ? [done(outcome), words(note)]
        : action === 'phrase'
          ? [answerText(words(answer), textOr)]
          : told.map((one) => words(details[one]));
  return lines.filter(Boolean);
}

/** Why it waits and until when, why it went back to the queue, and what an escalation did. */
function clockWords(
  action: AlarmHistoryLine['action'],
  { reason, until, raisedTo, told: toldBy, notTold }: AlarmHistoryLine['details'],
  { text, textOr }: Pick<TextsState, 'text' | 'textOr'>,
  formats: Pick<Formats, 'dateTime'>,
): readonly string[] {
  if (action === 'hold')
    return [
      words(reason),
      words(until) && text('desk.waitsUntil', { date: formats.dateTime(words(until)) }),
    ].filter(Boolean);
  if (action === 'return' || action === 'resume')
    return [textOr(`returnReason.${words(reason)}`, '')].filter(Boolean);
  if (action !== 'escalate') return [];
  const ways = Array.isArray(toldBy) ? toldBy.map((way) => textOr(`notificator.${way}`, String(way))) : [];
  const severity = typeof raisedTo === 'number' ? alarmSeverities[raisedTo] : undefined;
  return [
    ways.length > 0 && text('desk.escalatedBy', { ways: ways.join(', ') }),
    severity && text('desk.raisedTo', { severity: text(`alarmSeverity.${severity}`) }),
    typeof notTold === 'number' && notTold > 0 && text('desk.notTold', { count: notTold }),
  ].filter((line) => typeof line === 'string');
}
