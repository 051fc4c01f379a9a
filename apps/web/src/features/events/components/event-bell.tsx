import { isOpenAlarm } from '@atalaia/domain/catalog/alarms';
import { mdiBellOutline, mdiMapMarkerOutline, mdiTrashCanOutline } from '@mdi/js';
import { useMemo, useState } from 'react';
import { TimeAgo } from '../../../lib/formats/time-ago.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Badge } from '../../../ui/layout/pill.tsx';
import { Popover } from '../../../ui/layout/popover.tsx';
import { VirtualList } from '../../../ui/layout/virtual-list.tsx';
import { eventLabel, toneOf } from '../event-label.ts';
import { clearBell, offBell, showAllOnBell, takeOffBell } from '../events-view-store.ts';
import classes from './event-bell.module.css';
import openAlarmsStateClasses from './open-alarms-state.module.css';

interface EventBellProps {
  readonly onSelect: (deviceId: number) => void;
}

/** A row of it with one line, pixels. */
const rowHeight = 46;

/**
 * Alarms that wait and the feed behind a bell: a click goes to the device and takes the event off the bell (BELL-01). An
 * alarm leaves the bell only, and is brought back here; it waits until somebody says how it was handled.
 */
export function EventBell({ onSelect }: EventBellProps) {
  const { text, textOr } = useTexts();
  const live = useLive();
  const { alarms, events: feed } = live;
  const open = useStore(alarms, (state) => state.alarms);
  const isKnown = useStore(alarms, ({ loadedMs }) => loadedMs !== null);
  const routine = useStore(feed, (all) => all);
  const hiddenIds = useStore(offBell, (ids) => ids);
  const [opened, setOpened] = useState(false);
  const events = useMemo(
    () => [...open.filter(({ id }) => !hiddenIds.has(id)), ...routine.filter((event) => !isOpenAlarm(event))],
    [open, hiddenIds, routine],
  );
  const hidden = open.filter(({ id }) => hiddenIds.has(id)).length;

  return (
    <span className={classes.bell}>
      {events.length > 0 && (
        <span className={classes.badge}>
          <Badge count={events.length} most={99} />
        </span>
      )}
      <Popover
        label={text('mapTool.events')}
        opened={opened}
        onChange={setOpened}
        position="left-start"
        target={
          <IconButton
            name={text(isKnown ? 'bell.badge' : 'bell.badgeUnknown', {
              count: events.length,
              alarms: open.length,
            })}
            icon={mdiBellOutline}
            expanded={opened}
            onClick={() => setOpened(!opened)}
          />
        }
      >
        <header className={classes.head}>
          <h2 className={classes.title}>{text('events.tab')}</h2>
          <IconButton
            size={28}
            name={text('bell.clear')}
            icon={mdiTrashCanOutline}
            disabled={events.length === 0}
            onClick={() => clearBell(live)}
          />
        </header>
        <OpenAlarmsState />
        {hidden > 0 && (
          <p className={classes.hidden}>
            {text('bell.hidden', { count: hidden })}
            <Button onClick={showAllOnBell}>{text('bell.showAll')}</Button>
          </p>
        )}
        {events.length === 0 && isKnown && hidden === 0 && (
          <p className={classes.empty}>{text('bell.empty')}</p>
        )}
        {events.length > 0 && (
          <VirtualList
            label={text('bell.list')}
            items={events}
            keyOf={({ id }) => id}
            rowHeight={rowHeight}
            gap={2}
            className={classes.list ?? ''}
          >
            {(event) => (
              <button
                type="button"
                className={classes.item}
                data-waiting={isOpenAlarm(event) || undefined}
                onClick={() => {
                  takeOffBell(live, event);
                  setOpened(false);
                  onSelect(event.deviceId);
                }}
              >
                <span className={classes.marker} data-tone={toneOf(event)}>
                  <Icon path={mdiMapMarkerOutline} size={18} />
                </span>
                <span className={classes.name} dir="auto">
                  {event.name}
                </span>
                <span className={classes.age}>
                  <TimeAgo instant={event.eventTime} />
                </span>
                <span className={classes.label}>{eventLabel(event, textOr)}</span>
              </button>
            )}
          </VirtualList>
        )}
      </Popover>
    </span>
  );
}

/**
 * What has to be known of the open alarms beside those that are listed: that they are not there yet, that they could not
 * be loaded, that they may be old, or that there are more. Shows nothing while all is well.
 */
function OpenAlarmsState() {
  const { text } = useTexts();
  const formats = useFormats();
  const { alarms, connection } = useLive();
  const { loadedMs, failure, isCut, alarms: list } = useStore(alarms, (state) => state);
  const isLost = useStore(connection, (now) => now === 'lost');

  if (loadedMs === null) {
    if (failure === null) {
      return (
        <div className={openAlarmsStateClasses.loading} aria-busy>
          <p className={openAlarmsStateClasses.note}>{text('alarms.loading')}</p>
          <Skeleton height={44} />
        </div>
      );
    }
    return (
      <FailedState
        low
        title={text('alarms.unknown')}
        reason={failureText(failure, text)}
        retryLabel={text('error.retry')}
        onRetry={alarms.load}
      />
    );
  }
  return (
    <>
      {(isLost || failure !== null) && (
        <p className={openAlarmsStateClasses.note} role="status">
          {text('alarms.outdated', { date: formats.dateTime(new Date(loadedMs).toISOString()) })}{' '}
          <button type="button" className={openAlarmsStateClasses.retry} onClick={alarms.load}>
            {text('error.retry')}
          </button>
        </p>
      )}
      {isCut && <p className={openAlarmsStateClasses.note}>{text('alarms.cut', { count: list.length })}</p>}
    </>
  );
}
