import { mdiClose } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { TimeAgo } from '../../../lib/formats/time-ago-text.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { getEvent } from '../api/get-event.ts';
import { getEventPosition } from '../api/get-event-position.ts';
import { eventLabel } from '../event-label.ts';
import classes from './event-popup.module.css';

/** Where an event happened, WGS84 degrees. */
export interface EventPlace {
  readonly deviceId: number;
  readonly latitude: number;
  readonly longitude: number;
}

interface EventPopupProps {
  readonly eventId: number;
  /** Told once its place is known: the map goes there. */
  readonly onPlace: (place: EventPlace) => void;
  readonly onClose: () => void;
  /** Stands below: the form to handle it. */
  readonly children?: ReactNode;
}

/** One event: what, who, when and where (EVT-01). */
export function EventPopup({ eventId, onPlace, onClose, children }: EventPopupProps) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const event = useQuery({
    queryKey: ['event', eventId],
    queryFn: ({ signal }) => getEvent(api, eventId, signal),
    retry: false,
  });
  const positionId = event.data?.positionId ?? 0;
  const { data: position } = useQuery({
    queryKey: ['event-position', positionId],
    queryFn: ({ signal }) => getEventPosition(api, positionId, signal),
    enabled: positionId > 0,
  });
  useEffect(() => {
    if (position) onPlace(position);
  }, [position, onPlace]);

  return (
    <Card className={classes.popup} aria-label={text('event.title')} aria-busy={event.isPending}>
      <header className={classes.head}>
        <div>
          <h2 className={classes.title}>
            {event.data ? eventLabel(event.data, textOr) : text('event.title')}
          </h2>
          {event.data && (
            <p className={classes.name} title={event.data.name} dir="auto">
              {event.data.name}
            </p>
          )}
        </div>
        <IconButton size={28} name={text('panel.close')} icon={mdiClose} onClick={onClose} />
      </header>
      {event.isPending && <Skeleton height={96} />}
      {event.error && (
        <FailedState
          title={text('view.failedTitle')}
          reason={failureText(event.error, text)}
          retryLabel={text('error.retry')}
          onRetry={() => void event.refetch()}
        />
      )}
      {event.data && (
        <>
          <dl className={classes.facts}>
            <dt>{text('event.time')}</dt>
            <dd>
              <TimeAgo instant={event.data.eventTime} /> · {formats.panelTime(event.data.eventTime)}
            </dd>
            <dt>{text('event.place')}</dt>
            <dd dir="auto">{position?.address ?? text('value.missing')}</dd>
            {position && (
              <>
                <dt>{text('panel.coordinates')}</dt>
                <dd>
                  {formats.latitude(position.latitude)}, {formats.longitude(position.longitude)}
                </dd>
                <dt>{text('panel.speed')}</dt>
                <dd>{formats.speed(position.speed)}</dd>
              </>
            )}
          </dl>
          {children}
        </>
      )}
    </Card>
  );
}
