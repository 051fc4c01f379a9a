import { type ReactNode, useId } from 'react';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { VirtualList } from '../../../ui/layout/virtual-list.tsx';
import { useFreezeOnHover } from '../freeze-on-hover/use-freeze-on-hover.ts';
import { siren, soundChoice } from '../siren/use-siren.ts';
import { EventCard } from './event-card.tsx';
import classes from './open-alarms.module.css';
import { OpenAlarmsState } from './open-alarms-state.tsx';

interface OpenAlarmsProps {
  readonly onOpen: (eventId: number) => void;
  /** Stands at the end of its head. */
  readonly aside?: ReactNode;
}

/** A card with one line, pixels. */
const cardHeight = 58;

/** What waits for a person, all of it, above the feed; it leaves when somebody says how it was handled (SHELL-04). */
export function OpenAlarms({ onOpen, aside }: OpenAlarmsProps) {
  const { text } = useTexts();
  const { alarms } = useLive();
  const list = useStore(alarms, (state) => state.alarms);
  const isKnown = useStore(alarms, (state) => state.loadedMs !== null);
  const soundOn = useStore(soundChoice, (on) => on);
  const refused = useStore(siren.refused, (was) => was);
  const { shown, listeners } = useFreezeOnHover(list);
  const titleId = useId();

  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <header className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          {text('alarms.title')}
        </h2>
        {(isKnown || list.length > 0) && (
          <span className={classes.count} data-waiting={list.length > 0 || undefined}>
            {list.length > 0 ? text('alarms.waiting', { count: list.length }) : text('alarms.none')}
          </span>
        )}
        {aside}
      </header>
      <div className={classes.state}>
        {soundOn && refused && (
          <p className={classes.note} role="status">
            {text('events.soundBlocked')}
          </p>
        )}
        <OpenAlarmsState />
      </div>
      {shown.length > 0 && (
        <VirtualList
          label={text('alarms.list')}
          items={shown}
          keyOf={({ id }) => id}
          rowHeight={cardHeight}
          gap={6}
          className={classes.cards ?? ''}
          {...listeners}
        >
          {(event) => <EventCard event={event} onOpen={onOpen} />}
        </VirtualList>
      )}
    </section>
  );
}
