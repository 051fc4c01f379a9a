import type { Event } from '@atalaia/contract/rules/event';
import { isUrgent } from '@atalaia/domain/catalog/alarms';
import { memo } from 'react';
import { TimeAgo } from '../../../lib/formats/time-ago.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import type { Text } from '../../../lib/texts/texts.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { eventLabel, toneOf } from '../event-label.ts';
import { useFreezeOnHover } from '../use-freeze-on-hover.ts';
import classes from './event-cards.module.css';
import { EventHandling } from './handling.tsx';

interface EventCardProps {
  readonly event: Event;
  readonly onOpen: (eventId: number) => void;
}

/** One event; the whole card opens it over the map. */
const EventCard = memo(function EventCard({ event, onOpen }: EventCardProps) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const { speed, speedLimit } = event.attributes;
  const overspeed =
    speed !== undefined && speedLimit !== undefined
      ? overspeedText(formats.speed(speed), formats.speed(speedLimit), text)
      : undefined;

  return (
    <button
      type="button"
      className={classes.card}
      data-tone={toneOf(event)}
      data-hot={isUrgent(event) || undefined}
      onClick={() => onOpen(event.id)}
    >
      <span className={classes.bar} />
      <span className={classes.label}>{eventLabel(event, textOr)}</span>
      <span className={classes.age}>
        <TimeAgo instant={event.eventTime} />
      </span>
      <span className={classes.line} title={event.name}>
        <bdi className={classes.name}>{event.name}</bdi>
        {overspeed && <span className={classes.detail}>· {overspeed}</span>}
        <span className={classes.handling}>
          <EventHandling eventId={event.id} />
        </span>
      </span>
    </button>
  );
});

/** A speed that is the limit as it is written is a little over it: nobody reads "72 km/h where 72 are allowed". */
export function overspeedText(speed: string, limit: string, text: Text): string {
  return speed === limit
    ? text('events.overspeedLittle', { limit })
    : text('events.overspeed', { speed, limit });
}

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
