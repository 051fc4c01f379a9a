import { mdiBellOutline, mdiMapMarkerOutline, mdiTrashCanOutline } from '@mdi/js';
import { useState } from 'react';
import { TimeAgo } from '../../../lib/formats/time-ago-text.tsx';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Badge } from '../../../ui/layout/badge.tsx';
import { Popover } from '../../../ui/layout/popover.tsx';
import { eventLabel } from '../event-label.ts';
import { toneOf } from '../event-tone.ts';
import classes from './event-bell.module.css';

interface EventBellProps {
  readonly onSelect: (deviceId: number) => void;
}

/** The live events behind a bell: a click goes to the device and takes the event off the list (BELL-01). */
export function EventBell({ onSelect }: EventBellProps) {
  const { text, textOr } = useTexts();
  const { events: list } = useLive();
  const events = useStore(list, (all) => all);
  const [opened, setOpened] = useState(false);
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
            name={text('events.badge', { count: events.length })}
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
            onClick={list.clear}
          />
        </header>
        {events.length === 0 && <p className={classes.empty}>{text('bell.empty')}</p>}
        <ol className={classes.list}>
          {events.map((event) => (
            <li key={event.id}>
              <button
                type="button"
                className={classes.item}
                onClick={() => {
                  list.remove(event.id);
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
            </li>
          ))}
        </ol>
      </Popover>
    </span>
  );
}
