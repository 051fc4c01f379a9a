import { type Position, positionSchema } from '@atalaia/contract/devices/position';
import {
  type Event,
  type EventComment,
  eventCommentSchema,
  eventSchema,
} from '@atalaia/contract/rules/event';
import { mdiClose, mdiCrosshairsGps } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { fetchDeviceRows } from '../../../lib/fleet/use-device-rows.ts';
import { TimeAgo } from '../../../lib/formats/time-ago.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import type { MapCore } from '../../../map/map-api.ts';
import { Pinned } from '../../../map/pinned.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { eventLabel, toneOf } from '../event-label.ts';
import eventHistoryClasses from './event-history.module.css';
import popupClasses from './event-popup.module.css';
import classes from './event-screen.module.css';
import { EventHandling } from './handling.tsx';

const keyOf = (eventId: number) => ['event', eventId] as const;

/** One event, kept true: another operator may handle it while it is looked at (EVT-04). */
function useEvent(eventId: number) {
  const api = useApi();
  const queries = useQueryClient();
  const { feed } = useLive();
  useEffect(
    () =>
      feed.onEvents((events) => {
        const update = events.findLast(({ id }) => id === eventId);
        if (update) queries.setQueryData(keyOf(eventId), update);
      }),
    [feed, queries, eventId],
  );
  return useQuery({
    queryKey: keyOf(eventId),
    queryFn: async ({ signal }) => {
      // An address may hold anything: what is no number names no event.
      if (!Number.isSafeInteger(eventId) || eventId < 1) throw new ApiError('not-found', 404);
      return getEvent(api, eventId, signal);
    },
    retry: false,
  });
}

/** One event, also one that left the live list. */
function getEvent(api: ApiClient, eventId: number, signal: AbortSignal): Promise<Event> {
  return api.json({ path: `events/${eventId}`, signal }, eventSchema);
}

interface EventScreenProps {
  readonly core: Pick<MapCore, 'showPlace' | 'pin' | 'deselect'>;
  readonly eventId: number;
  readonly onDevice: (deviceId: number) => void;
  readonly onClose: () => void;
  /** The form to handle it, below an event that is still open. */
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
            <p className={classes.name} dir="auto">
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
          reason={isNotFound(error) ? text('event.notFound') : failureText(error, text)}
          retryLabel={text('error.retry')}
          onRetry={() => void refetch()}
        />
      )}
      {event && (
        <>
          <dl className={classes.facts}>
            <dt>{text('event.time')}</dt>
            <dd>
              <TimeAgo instant={event.eventTime} /> ·{' '}
              <span className={classes.stamp}>{formats.dateTime(event.eventTime)}</span>
            </dd>
            <dt>{text('event.place')}</dt>
            <dd dir="auto">{formats.address(place?.address) ?? text('value.missing')}</dd>
          </dl>
          <EventHandling eventId={eventId} />
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

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not-found';
}

/** Where an event happened; undefined until that is known, null when there is no place to show. */
function useEventPosition(event: Event | undefined): EventPosition | null | undefined {
  const api = useApi();
  const { id, positionId = 0, deviceId = 0 } = event ?? {};
  const { data } = useQuery({
    queryKey: ['event-position', id],
    queryFn: ({ signal }) => getEventPosition(api, { positionId, deviceId }, signal),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

/** Who handled the event, when and how (EVT-03). */
function EventHistory({ eventId }: { readonly eventId: number }) {
  const { text } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: ['event-comments', eventId],
    queryFn: ({ signal }) => listEventComments(api, eventId, signal),
  });
  return (
    <div role="status" className={eventHistoryClasses.history}>
      {error && failureText(error, text)}
      {data?.map(({ id, userName, createdAt, comment }) => (
        <figure key={id} className={eventHistoryClasses.entry}>
          <figcaption>
            {text('event.handledBy', { name: userName, date: formats.dateTime(createdAt) })}
          </figcaption>
          <blockquote dir="auto">{comment}</blockquote>
        </figure>
      ))}
    </div>
  );
}

/** How an event was handled, oldest first (EVT-03). */
function listEventComments(api: ApiClient, eventId: number, signal: AbortSignal): Promise<EventComment[]> {
  return api.json({ path: `events/${eventId}/comments`, signal }, z.array(eventCommentSchema));
}

interface EventPopupProps {
  readonly event: Event;
  readonly at: EventPosition;
}

/** What happened, at its place on the map (EVT-01). */
function EventPopup({ event, at: { position, isOwn } }: EventPopupProps) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const address = formats.address(position.address);
  return (
    <section className={popupClasses.popup} data-tone={toneOf(event)} aria-label={text('event.onMap')}>
      <div className={popupClasses.bubble}>
        <p className={popupClasses.label}>{eventLabel(event, textOr)}</p>
        <p className={popupClasses.name}>
          <bdi title={event.name}>{event.name}</bdi>
          <span className={popupClasses.age}>
            <TimeAgo instant={event.eventTime} />
          </span>
        </p>
        {!isOwn && <p className={popupClasses.note}>{text('event.lastPlace')}</p>}
        {address && <p dir="auto">{address}</p>}
        <p className={popupClasses.facts}>
          <span>
            {formats.latitude(position.latitude)}, {formats.longitude(position.longitude)}
          </span>
          <span>{formats.speed(position.speed)}</span>
        </p>
      </div>
      <span className={popupClasses.tail} />
      <span className={popupClasses.spot} />
    </section>
  );
}

interface EventPosition {
  readonly position: Position;
  /** False: the event has none, or it is no longer kept, and this is where its device was seen last. */
  readonly isOwn: boolean;
}

/** Where an event happened, or else its device's last position; null when the device never had one. */
async function getEventPosition(
  api: ApiClient,
  { positionId, deviceId }: Pick<Event, 'positionId' | 'deviceId'>,
  signal: AbortSignal,
): Promise<EventPosition | null> {
  if (positionId > 0) {
    const query = { id: positionId };
    const [own] = await api.json({ path: 'positions', query, signal }, z.array(positionSchema));
    if (own) return { position: own, isOwn: true };
  }
  const last = (await fetchDeviceRows(api, [deviceId], signal)).get(deviceId)?.position;
  return last ? { position: last, isOwn: false } : null;
}
