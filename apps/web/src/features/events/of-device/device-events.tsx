import { type Event, eventSchema } from '@atalaia/contract/rules/event';
import { formatInstant, parseFormInstant } from '@atalaia/domain/time/dates';
import { mdiBellOutline } from '@mdi/js';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../../lib/api/api-context.ts';
import { TimeAgo } from '../../../lib/formats/time-ago.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { failureMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { EventTypeFilter } from '../components/event-type-filter.tsx';
import { eventLabel, toneOf } from '../event-label.ts';
import classes from './device-events.module.css';

const periods = ['today', 'day', 'week'] as const;
type Period = (typeof periods)[number];

const dayMs = 86_400_000;

/** What a panel lists at once; a report has the others. */
const mostListed = 200;

/** When a period begins, ms since 1970; today begins at midnight of the person's zone. */
export function beginOf(period: Period, nowMs: number, timezone: string): number {
  if (period === 'day') return nowMs - dayMs;
  if (period === 'week') return nowMs - 7 * dayMs;
  return parseFormInstant(formatInstant(nowMs, 'formDate', timezone), timezone) ?? nowMs - dayMs;
}

interface DeviceEventsProps {
  readonly deviceId: number;
  /** Absent where an event has no page of its own. */
  readonly onOpen?: ((eventId: number) => void) | undefined;
}

/** What happened to one vehicle: today, in 24 hours or in 7 days, of the chosen types, kept true (ROUTE-04). */
export function DeviceEvents({ deviceId, onOpen }: DeviceEventsProps) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const [period, choose] = useState<Period>('today');
  const [types, chooseTypes] = useState<readonly string[]>([]);
  const { data, error, refetch } = useDeviceEvents(deviceId, period, types);
  return (
    <div className={classes.events}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div className={classes.periods} role="group" aria-label={text('deviceEvents.period')}>
        {periods.map((value) => (
          <button key={value} type="button" aria-pressed={period === value} onClick={() => choose(value)}>
            {text(`deviceEvents.${value}`)}
          </button>
        ))}
      </div>
      <EventTypeFilter chosen={types} onChoose={chooseTypes} />
      {!data && !error && <Skeleton height={120} />}
      {error && <FailedState low {...failureMessage(error, text)} onRetry={() => void refetch()} />}
      {data?.length === 0 && <EmptyState icon={mdiBellOutline} hint={text('deviceEvents.empty')} />}
      {data && data.length > 0 && (
        <ol className={classes.list} aria-label={text('deviceEvents.list')}>
          {data.map((event) => (
            <li key={event.id}>
              <EventLine
                event={event}
                label={eventLabel(event, textOr)}
                time={formats.dateTime(event.eventTime)}
                onOpen={onOpen}
              />
            </li>
          ))}
        </ol>
      )}
      {data?.length === mostListed && (
        <p className={classes.more}>{text('deviceEvents.more', { count: mostListed })}</p>
      )}
    </div>
  );
}

interface EventLineProps {
  readonly event: Event;
  readonly label: string;
  readonly time: string;
  readonly onOpen?: ((eventId: number) => void) | undefined;
}

function EventLine({ event, label, time, onOpen }: EventLineProps) {
  const { text } = useTexts();
  const parts = (
    <>
      <span className={classes.label}>{label}</span>
      <span className={classes.age}>
        <TimeAgo instant={event.eventTime} />
      </span>
      <span className={classes.line}>
        {time}
        {event.handledBy && ` · ${text('deviceEvents.handledBy', { name: event.handledBy })}`}
      </span>
    </>
  );
  if (!onOpen) {
    return (
      <div className={classes.event} data-tone={toneOf(event)}>
        {parts}
      </div>
    );
  }
  return (
    <button
      type="button"
      className={classes.event}
      data-tone={toneOf(event)}
      onClick={() => onOpen(event.id)}
    >
      {parts}
    </button>
  );
}

function useDeviceEvents(deviceId: number, period: Period, types: readonly string[]) {
  const api = useApi();
  const client = useQueryClient();
  const { timezone } = useSettings();
  const { feed } = useLive();
  useEffect(
    () =>
      feed.onEvents((events) => {
        if (events.some((event) => event.deviceId === deviceId))
          void client.invalidateQueries({ queryKey: ['device-events', deviceId] });
      }),
    [feed, client, deviceId],
  );
  return useQuery({
    queryKey: ['device-events', deviceId, period, types],
    queryFn: ({ signal }) => {
      const from = new Date(beginOf(period, Date.now(), timezone)).toISOString();
      const query = { deviceId, from, limit: mostListed, ...(types.length > 0 && { type: types }) };
      return api.json({ path: 'events', query, signal }, z.array(eventSchema));
    },
    placeholderData: keepPreviousData,
  });
}
