import type { AlarmDetail } from '@atalaia/contract/desk/alarm';
import type { Place } from '@atalaia/domain/geo/geometry';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { MapCore } from '../../../map/map-api.ts';
import { Pinned } from '../../../map/pinned.tsx';
import parts from '../../../ui/layout/panel-part.module.css';
import { severityTone } from '../alarm-title.ts';
import classes from './work-parts.module.css';

type AlarmEvent = AlarmDetail['events'][number];

/** Pins beyond this many would hide the map; the list has them all. */
const mostPins = 40;

const placeOf = ({ latitude, longitude }: AlarmEvent): Place | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };

interface AlarmEventsProps {
  readonly core: Pick<MapCore, 'pin' | 'showPlace'>;
  readonly alarm: Pick<AlarmDetail, 'events' | 'severity'>;
}

/** Each event with its number, in the list and at its place on the map; a click goes there. */
export function AlarmEvents({ core, alarm: { events, severity } }: AlarmEventsProps) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  // a call has none
  if (events.length === 0) return null;
  const newestFirst = events.map((event, at) => ({ event, number: at + 1, place: placeOf(event) })).reverse();
  return (
    <section className={parts.part} aria-label={text('desk.eventsOfAlarm')}>
      <h3 className={parts.title}>{text('desk.eventsOfAlarm')}</h3>
      <ol className={parts.list}>
        {newestFirst.map(({ event, number, place }) => (
          <li key={event.eventId}>
            <button
              type="button"
              className={classes.event}
              disabled={place === null}
              onClick={() => place && core.showPlace(place)}
            >
              <span className={parts.name}>
                {number}.{' '}
                {event.alarm
                  ? textOr(`alarm.${event.alarm}`, event.alarm)
                  : textOr(`eventType.${event.type}`, event.type)}
              </span>
              <span className={parts.stamp}>{formats.dateTime(event.eventTime)}</span>
              <span className={parts.muted} dir="auto">
                {[
                  formats.address(event.address) ?? text('desk.noAddress'),
                  event.speed !== null && formats.speed(event.speed),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {newestFirst.slice(0, mostPins).map(
        ({ event, number, place }) =>
          place && (
            <Pinned key={event.eventId} core={core} place={place}>
              <span className={classes.pin} data-tone={severityTone[severity]}>
                {number}
              </span>
            </Pinned>
          ),
      )}
    </section>
  );
}
