import type { Alarm } from '@atalaia/contract/desk/alarm';
import { mdiHandBackRightOutline, mdiShieldCheckOutline } from '@mdi/js';
import { memo } from 'react';
import { TimeAgo } from '../../../lib/formats/time-ago.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Pill } from '../../../ui/layout/pill.tsx';
import { VirtualList } from '../../../ui/layout/virtual-list.tsx';
import { alarmSubject, alarmTitle, severityTone } from '../alarm-title.ts';
import { DueClock } from '../due-clock.tsx';
import classes from './queue-table.module.css';

interface QueueTableProps {
  readonly alarms: readonly Alarm[];
  readonly userId: number;
  /** There is something, and the filters hide it. */
  readonly isFiltered: boolean;
  readonly onOpen: (alarmId: number) => void;
  readonly onTake: (alarmId: number) => void;
  /** For a supervisor: those to be closed together. */
  readonly chosen: ReadonlySet<number> | null;
  readonly onChoose: (alarmId: number) => void;
}

/** A row, pixels. */
const rowHeight = 44;

/** The queue in its order; only the rows in sight are drawn, so that 10,000 are as easy as ten (DESK-11). */
export function QueueTable({ alarms, userId, isFiltered, ...acts }: QueueTableProps) {
  const { text } = useTexts();
  if (alarms.length === 0) {
    return (
      <EmptyState icon={mdiShieldCheckOutline} hint={text(isFiltered ? 'desk.noneOfFilter' : 'desk.none')} />
    );
  }
  return (
    <VirtualList
      label={text('desk.list')}
      items={alarms}
      keyOf={({ id }) => id}
      rowHeight={rowHeight}
      gap={4}
      className={classes.list ?? ''}
    >
      {(alarm) => (
        <QueueRow
          alarm={alarm}
          isMine={alarm.holderId === userId}
          isChosen={acts.chosen?.has(alarm.id) ?? null}
          onOpen={acts.onOpen}
          onTake={acts.onTake}
          onChoose={acts.onChoose}
        />
      )}
    </VirtualList>
  );
}

interface QueueRowProps extends Pick<QueueTableProps, 'onOpen' | 'onTake' | 'onChoose'> {
  readonly alarm: Alarm;
  readonly isMine: boolean;
  /** Null where nothing can be chosen. */
  readonly isChosen: boolean | null;
}

const QueueRow = memo(function QueueRow({
  alarm,
  isMine,
  isChosen,
  onOpen,
  onTake,
  onChoose,
}: QueueRowProps) {
  const texts = useTexts();
  const { text } = texts;
  const formats = useFormats();
  const { id, severity, state, eventCount, customerName, lastEventAt, holderName } = alarm;
  const title = alarmTitle(alarm, texts);
  const name = alarmSubject(alarm, texts);
  return (
    <article className={classes.row} data-tone={severityTone[severity]} data-state={state}>
      {isChosen !== null && (
        <input
          type="checkbox"
          className={classes.choose}
          aria-label={text('desk.chooseOf', { title, name })}
          checked={isChosen}
          disabled={severity === 'critical'}
          onChange={() => onChoose(id)}
        />
      )}
      <button type="button" className={classes.open} onClick={() => onOpen(id)}>
        <span className={classes.severity}>
          <Pill tone={severityTone[severity]}>{text(`alarmSeverity.${severity}`)}</Pill>
        </span>
        <span className={classes.clock}>
          <DueClock alarm={alarm} />
        </span>
        <span className={classes.what}>
          <span className={classes.title}>{title}</span>
          {eventCount > 1 && <span className={classes.times}>×{eventCount}</span>}
        </span>
        <bdi className={classes.vehicle}>{name}</bdi>
        <bdi className={classes.customer}>{customerName}</bdi>
        <bdi className={classes.place}>{formats.address(alarm.address)}</bdi>
        <span className={classes.age}>
          <TimeAgo instant={lastEventAt} />
        </span>
        <span className={classes.who} data-mine={isMine || undefined}>
          {holderName !== null &&
            text(isMine ? 'desk.mine' : state === 'held' ? 'desk.heldBy' : 'desk.workedBy', {
              name: holderName,
            })}
        </span>
      </button>
      <span className={classes.take}>
        {state === 'waiting' && (
          <Button icon={mdiHandBackRightOutline} onClick={() => onTake(id)}>
            {text('desk.claim')}
          </Button>
        )}
      </span>
    </article>
  );
});
