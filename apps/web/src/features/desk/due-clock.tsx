import type { Alarm } from '@atalaia/contract/desk/alarm';
import { useNow } from '../../lib/formats/use-now.ts';
import { useStore } from '../../lib/store/use-store.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { useLive } from '../../live/live-context.ts';
import { dueText, dueTone } from './due.ts';
import classes from './due-clock.module.css';

/** The time left to take or to close an alarm; marked while its clock is paused (SLA-01). */
export function DueClock({
  alarm,
}: {
  readonly alarm: Pick<Alarm, 'dueAt' | 'dueFor' | 'pausedAt' | 'openedAt'>;
}) {
  const { text } = useTexts();
  const clockMs = useStore(useLive().desk, (state) => state.clockMs);
  const nowMs = useNow(1000) + clockMs;
  const dueMs = Date.parse(alarm.dueAt);
  const { dueFor, pausedAt } = alarm;
  const leftMs = dueMs - (pausedAt === null ? nowMs : Date.parse(pausedAt));
  const name = text(dueFor === 'claim' ? 'desk.dueToClaim' : 'desk.dueToClose');
  return (
    <time
      className={classes.clock}
      data-due={pausedAt === null ? dueTone(leftMs, dueMs - Date.parse(alarm.openedAt)) : undefined}
      dateTime={alarm.dueAt}
      title={pausedAt === null ? name : text('desk.paused')}
    >
      {pausedAt !== null && '❚❚ '}
      {dueText(leftMs)}
    </time>
  );
}
