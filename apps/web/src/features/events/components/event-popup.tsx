import type { Event } from '@atalaia/contract/rules/event';
import { TimeAgo } from '../../../lib/formats/time-ago.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { EventPosition } from '../api/get-event-position.ts';
import { eventLabel, toneOf } from '../event-label.ts';
import classes from './event-popup.module.css';

interface EventPopupProps {
  readonly event: Event;
  readonly at: EventPosition;
}

/** What happened, at its place on the map (EVT-01). */
export function EventPopup({ event, at: { position, isOwn } }: EventPopupProps) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  return (
    <section className={classes.popup} data-tone={toneOf(event)} aria-label={text('event.onMap')}>
      <div className={classes.bubble}>
        <p className={classes.label}>{eventLabel(event, textOr)}</p>
        <p className={classes.name}>
          <bdi title={event.name}>{event.name}</bdi>
          <span className={classes.age}>
            <TimeAgo instant={event.eventTime} />
          </span>
        </p>
        {!isOwn && <p className={classes.note}>{text('event.lastPlace')}</p>}
        {position.address && <p dir="auto">{position.address}</p>}
        <p className={classes.facts}>
          <span>
            {formats.latitude(position.latitude)}, {formats.longitude(position.longitude)}
          </span>
          <span>{formats.speed(position.speed)}</span>
        </p>
      </div>
      <span className={classes.tail} />
      <span className={classes.spot} />
    </section>
  );
}
