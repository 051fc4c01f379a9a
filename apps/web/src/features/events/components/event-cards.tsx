import type { Event } from '@atalaia/contract/event';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useSteady } from '../steady/use-steady.ts';
import { EventCard } from './event-card.tsx';
import classes from './event-cards.module.css';

interface EventCardsProps {
  readonly events: readonly Event[];
  readonly onOpen: (eventId: number) => void;
}

/** The cards, newest first; they stand still under a pointer that is about to click one. */
export function EventCards({ events, onOpen }: EventCardsProps) {
  const { text } = useTexts();
  const { shown, listeners } = useSteady(events);
  return (
    <ol className={classes.cards} aria-label={text('events.list')} {...listeners}>
      {shown.map((event) => (
        <EventCard key={event.id} event={event} onOpen={onOpen} />
      ))}
    </ol>
  );
}
