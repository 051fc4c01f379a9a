import { mdiClose, mdiCrosshairsGps } from '@mdi/js';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { TimeAgo } from '../../../lib/formats/time-ago-text.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { MapCore } from '../../../map/map-api.ts';
import { Pinned } from '../../../map/pinned.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { eventLabel } from '../event-label.ts';
import { toneOf } from '../event-tone.ts';
import { useEvent } from '../use-event.ts';
import { useEventPosition } from '../use-event-position.ts';
import { EventHistory } from './event-history.tsx';
import { EventPopup } from './event-popup.tsx';
import classes from './event-screen.module.css';

interface EventScreenProps {
  readonly core: Pick<MapCore, 'showPlace' | 'pin' | 'deselect'>;
  readonly eventId: number;
  readonly onDevice: (deviceId: number) => void;
  readonly onClose: () => void;
  /** Stands below what is still to be handled: the form to do it. */
  readonly children?: ReactNode;
}

/** One event: its popup where it happened, and beside it who, when and how it was handled (EVT-01). */
export function EventScreen({ core, eventId, onDevice, onClose, children }: EventScreenProps) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const { data: event, error, isPending, refetch } = useEvent(eventId);
  const at = useEventPosition(event);

  // As it was opened: handled by another meanwhile, it keeps the form with what is typed in it.
  const [wasHandled, setWasHandled] = useState<boolean>();
  if (event && wasHandled === undefined) setWasHandled(Boolean(event.handledAt));

  // The panel of another vehicle beside this event would be taken for its own.
  useEffect(() => core.deselect(), [core]);
  const place = at?.position;
  useEffect(() => {
    if (place) core.showPlace(place);
  }, [core, place]);
  const isNowhere = at === null;
  useEffect(() => {
    if (isNowhere) toasts.show('info', text('map.deviceSelectedNeverPositioned'));
  }, [isNowhere, text]);

  return (
    <Card className={classes.screen} aria-label={text('event.title')} aria-busy={isPending}>
      <header className={classes.head} data-tone={event && toneOf(event)}>
        <div>
          <h2 className={classes.title}>{event ? eventLabel(event, textOr) : text('event.title')}</h2>
          {event && (
            <p className={classes.name} title={event.name} dir="auto">
              {event.name}
            </p>
          )}
        </div>
        <IconButton size={28} name={text('panel.close')} icon={mdiClose} onClick={onClose} />
      </header>
      {isPending && <Skeleton height={96} />}
      {error && (
        <FailedState
          title={text('view.failedTitle')}
          reason={isGone(error) ? text('event.notFound') : failureText(error, text)}
          retryLabel={text('error.retry')}
          onRetry={() => void refetch()}
        />
      )}
      {event && (
        <>
          <dl className={classes.facts}>
            <dt>{text('event.time')}</dt>
            <dd>
              <TimeAgo instant={event.eventTime} /> · {formats.dateTime(event.eventTime)}
            </dd>
            <dt>{text('event.place')}</dt>
            <dd dir="auto">{place?.address ?? text('value.missing')}</dd>
          </dl>
          <Button icon={mdiCrosshairsGps} onClick={() => onDevice(event.deviceId)}>
            {text('event.goToDevice')}
          </Button>
          {event.handledAt && <EventHistory eventId={eventId} />}
          {wasHandled === false && children}
          {at && (
            <Pinned core={core} place={at.position}>
              <EventPopup event={event} at={at} />
            </Pinned>
          )}
        </>
      )}
    </Card>
  );
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not-found';
}
