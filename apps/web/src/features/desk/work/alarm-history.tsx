import type { AlarmHistoryLine } from '@atalaia/contract/desk/alarm';
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
  const { text, textOr } = useTexts();
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
            {wordsOf(action, details, textOr).map((words) => (
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
