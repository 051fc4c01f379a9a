import {
  mdiBellOutline,
  mdiFilterOffOutline,
  mdiTrashCanOutline,
  mdiVolumeHigh,
  mdiVolumeOff,
} from '@mdi/js';
import { useMemo } from 'react';
import { soundChoice } from '../../../lib/siren/use-siren.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { shownTypes } from '../events-view-store.ts';
import { EventCards } from './event-cards.tsx';
import { EventTypeFilter } from './event-type-filter.tsx';
import classes from './events-panel.module.css';

interface EventsPanelProps {
  readonly onOpen: (eventId: number) => void;
}

/** The feed: filter, sound, clear, and one card each (SHELL-05). */
export function EventsPanel({ onOpen }: EventsPanelProps) {
  const { text } = useTexts();
  const { events: list } = useLive();
  const events = useStore(list, (all) => all);
  const types = useStore(shownTypes, (all) => all);
  const soundOn = useStore(soundChoice, (on) => on);
  const shown = useMemo(
    () => (types.length === 0 ? events : events.filter(({ type }) => types.includes(type))),
    [events, types],
  );

  return (
    <div className={classes.panel}>
      <div className={classes.controls}>
        <EventTypeFilter chosen={types} onChoose={shownTypes.set} />
        <IconButton
          outlined
          size={34}
          name={text(soundOn ? 'events.soundOff' : 'events.soundOn')}
          icon={soundOn ? mdiVolumeHigh : mdiVolumeOff}
          onClick={soundChoice.toggle}
        />
        <IconButton
          outlined
          size={34}
          name={text('events.clear')}
          icon={mdiTrashCanOutline}
          disabled={events.length === 0}
          onClick={list.clear}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          icon={events.length === 0 ? mdiBellOutline : mdiFilterOffOutline}
          hint={text(events.length === 0 ? 'events.empty' : 'events.emptyFilter')}
        />
      ) : (
        <EventCards events={shown} onOpen={onOpen} />
      )}
    </div>
  );
}
