import type { Alarm } from '@atalaia/contract/desk/alarm';
import { mdiAccountOutline, mdiHandBackRightOutline, mdiPauseCircleOutline } from '@mdi/js';
import { memo } from 'react';
import { TimeAgo } from '../../../lib/formats/time-ago.tsx';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { alarmSubject, alarmTitle, severityTone } from '../alarm-title.ts';
import { DueClock } from '../due-clock.tsx';
import classes from './alarm-card.module.css';

interface AlarmCardProps {
  readonly alarm: Alarm;
  readonly isMine: boolean;
  readonly onOpen: (alarmId: number) => void;
  /** Takes it and opens it. */
  readonly onTake: (alarmId: number) => void;
}

/** One open alarm: repeats are one card with their number, and who works on it is named (SHELL-04). */
export const AlarmCard = memo(function AlarmCard({ alarm, isMine, onOpen, onTake }: AlarmCardProps) {
  const texts = useTexts();
  const { text } = texts;
  const { id, severity, state, eventCount, lastEventAt, customerName, holderName } = alarm;
  const name = alarmSubject(alarm, texts);
  return (
    <article className={classes.card} data-tone={severityTone[severity]} data-state={state}>
      <span className={classes.bar} />
      <button type="button" className={classes.open} onClick={() => onOpen(id)}>
        <span className={classes.head}>
          <span className={classes.title}>{alarmTitle(alarm, texts)}</span>
          {eventCount > 1 && (
            <span className={classes.times} title={text('desk.times', { count: eventCount })}>
              ×{eventCount}
            </span>
          )}
          <DueClock alarm={alarm} />
        </span>
        <span className={classes.line}>
          <bdi className={classes.name}>
            {name}
            {customerName && ` · ${customerName}`}
          </bdi>
          <span className={classes.age}>
            <TimeAgo instant={lastEventAt} />
          </span>
        </span>
        {holderName !== null && (
          <span className={classes.who} data-mine={isMine || undefined}>
            <Icon path={state === 'held' ? mdiPauseCircleOutline : mdiAccountOutline} size={14} />
            {text(isMine ? 'desk.mine' : state === 'held' ? 'desk.heldBy' : 'desk.workedBy', {
              name: holderName,
            })}
          </span>
        )}
      </button>
      {state === 'waiting' && (
        <span className={classes.take}>
          <IconButton
            size={34}
            name={text('desk.takeOf', { title: alarmTitle(alarm, texts), name })}
            icon={mdiHandBackRightOutline}
            onClick={() => onTake(id)}
          />
        </span>
      )}
    </article>
  );
});
