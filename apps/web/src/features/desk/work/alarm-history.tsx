import type { AlarmHistoryLine } from '@atalaia/contract/desk/alarm';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import type { TextsState } from '../../../lib/texts/texts.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
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
    <details className={classes.fold}>
      <summary>{text('desk.history', { count: lines.length })}</summary>
      <ol className={classes.list}>
        {[...lines].reverse().map(({ id, at, action, userName, details }) => (
          <li key={id} className={classes.line}>
            <span>
              {text(isMassFault && action === 'join' ? 'desk.faultJoined' : `alarmAction.${action}`)} ·{' '}
              {userName ?? text('desk.system')}
            </span>
            {typeof details.count === 'number' && (action === 'back' || isMassFault) && (
              <span className={classes.muted}>{text('desk.faultOf', { count: details.count })}</span>
            )}
            {(action === 'step' ? stepWords(details, textOr) : wordsOf(details)).map((words) => (
              <span key={words} className={classes.muted} dir="auto">
                {words}
              </span>
            ))}
            <span className={classes.stamp}>{formats.dateTime(at)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** What a person wrote or chose, of a line's details. */
function wordsOf(details: AlarmHistoryLine['details']): readonly string[] {
  const told = ['outcome', 'note', 'title', 'answer', 'userName', 'fromName', 'overrideReason'];
  return told.flatMap((key) => {
    const value = details[key];
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
}

/** What was done of the procedure: the step, and what came of it. */
function stepWords(details: AlarmHistoryLine['details'], textOr: TextOr): readonly string[] {
  const { key, title, answer, text, name } = details;
  const words = (value: unknown) => (typeof value === 'string' ? value : '');
  const done = [words(name), answerText(words(answer), textOr)].filter(Boolean).join(': ');
  return [stepTitle({ key: words(key) || null, title: words(title) }, textOr), done, words(text)].filter(
    Boolean,
  );
}
