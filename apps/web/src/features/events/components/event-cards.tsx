import type { Event } from '@atalaia/contract/rules/event';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useFreezeOnHover } from '../freeze-on-hover/use-freeze-on-hover.ts';
import { EventCard } from './event-card.tsx';
import classes from './event-cards.module.css';

interface EventCardsProps {
  readonly events: readonly Event[];
  readonly onOpen: (eventId: number) => void;
}

/** The cards, newest first; they stand still under a pointer that is about to click one. */
export function EventCards({ events, onOpen }: EventCardsProps) {
  const { text } = useTexts();
  const { shown, listeners } = useFreezeOnHover(events);
  return (
    <ol className={classes.cards} aria-label={text('events.list')} {...listeners}>
      {shown.map((event) => (
        <li key={event.id}>
          <EventCard event={event} onOpen={onOpen} />
        </li>
      ))}
    </ol>
  );
}
