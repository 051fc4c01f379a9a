import type { Stop } from '@atalaia/contract/reports/report-rows';
import type { Event } from '@atalaia/contract/rules/event';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { readReport } from '../../../lib/reports/read-report.ts';
import type { ReportName } from '../../../lib/reports/report-names.ts';
import { addressOfRequest, type ReportRequest } from '../../../lib/reports/report-request.ts';
import type { RowOf } from '../../../lib/reports/report-rows.ts';
import { useReports } from '../../../lib/reports/report-store.ts';
import type { RouteColumns } from '../../../lib/reports/route-columns.ts';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { ReportMap } from '../../../map/report/report-drawing.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { ReportChart } from '../chart/report-chart.tsx';
import { ReportStatus } from '../panel/report-status.tsx';
import type { Beside } from '../shown-on-map.ts';
import { eventName } from '../table/report-cells.ts';
import { dayOf } from './day-of.ts';
import { createPlayer } from './player.ts';
import classes from './player-bar.module.css';
import { PlayerBar } from './player-bar.tsx';
import { createTrack } from './track.ts';

interface RouteEvents {
  readonly stops: readonly Stop[];
  readonly events: readonly Event[];
  /** One of them could not be read. */
  readonly failure: unknown;
  readonly retry: () => void;
}

/** Changes of contact say nothing of the way. */
const ofContact: ReadonlySet<string> = new Set([
  'deviceOnline',
  'deviceOffline',
  'deviceUnknown',
  'deviceInactive',
]);

/** Where one device stood and what happened to it, in the period of a request. */
function useRouteEvents(request: ReportRequest, deviceId: number): RouteEvents {
  const stops = useRows('stop', request, deviceId);
  const events = useRows('event', request, deviceId);
  return {
    stops: stops.data ?? [],
    events: (events.data ?? []).filter(({ type }) => !ofContact.has(type)),
    failure: stops.error ?? events.error,
    retry() {
      for (const query of [stops, events]) if (query.error) void query.refetch();
    },
  };
}

function useRows<Name extends Extract<ReportName, 'stop' | 'event'>>(
  name: Name,
  request: ReportRequest,
  deviceId: number,
) {
  const api = useApi();
  const own: ReportRequest = {
    ...request,
    view: name,
    deviceIds: [deviceId],
    groupIds: [],
    hasMarkers: false,
  };
  return useQuery({
    queryKey: ['along-the-way', addressOfRequest(own)],
    queryFn: async ({ signal }): Promise<RowOf[Name][]> => {
      const rows = await readReport(api, own, { signal });
      return Array.from({ length: rows.count() }, (_, index) => rows.rowAt(index) as RowOf[Name]);
    },
    staleTime: 60_000,
    retry: false,
  });
}

interface PlaybackViewProps {
  readonly request: ReportRequest;
  readonly columns: RouteColumns;
  readonly rowCount: number;
  readonly map: ReportMap;
  /** What is on the map beside the way. */
  readonly beside: Beside;
  readonly onShow: (address: string) => void;
}

const firstRate = 60;

/** A device's way as it was driven, with its chart; the map, the chart's cursor and the time go together. */
export function PlaybackView({ request, columns, rowCount, map, beside, onShow }: PlaybackViewProps) {
  const { text } = useTexts();
  const { timezone } = useSettings();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns grow, and the count tells
  const devices = useMemo(() => devicesOf(columns), [columns, rowCount]);
  const [chosen, choose] = useState<number | null>(null);
  const deviceId = chosen ?? devices[0]?.id ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns grow, and the count tells
  const track = useMemo(() => createTrack(columns, deviceId), [columns, rowCount, deviceId]);
  const [rate, setRate] = useState<number>(firstRate);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a running player gets the new rate by setRate
  const player = useMemo(
    () =>
      track &&
      createPlayer({
        fromMs: track.fromMs,
        toMs: track.toMs,
        rate,
        onFrame(callback) {
          const frame = requestAnimationFrame(callback);
          return () => cancelAnimationFrame(frame);
        },
      }),
    [track],
  );
  const alongRoute = useRouteEvents(request, deviceId);
  const { stops, events } = alongRoute;

  usePlaybackOnMap({ player, track, columns, map, beside, stops, events });
  const { stopMarks, ticks } = useMarkedTimes(stops, events);
  if (!player || !track) return null;

  const dayBefore = dayOf(request.fromMs, -1, timezone, Date.now());
  const dayAfter = dayOf(request.toMs, 1, timezone, Date.now());
  const showDay = (day: typeof dayBefore) => day && onShow(addressOfRequest({ ...request, ...day }));
  return (
    <>
      {devices.length > 1 && (
        <div className={classes.device}>
          <SelectField
            label={text('reportColumn.deviceName')}
            options={devices.map(({ id, name }) => ({ value: String(id), label: name }))}
            chosen={String(deviceId)}
            onChoose={(value) => value && choose(Number(value))}
          />
        </div>
      )}
      <PlayerBar
        key={deviceId}
        player={player}
        track={track}
        rate={rate}
        onRate={(next) => {
          setRate(next);
          player.setRate(next);
        }}
        stops={stopMarks}
        ticks={ticks}
        onDayBefore={() => showDay(dayBefore)}
        onDayAfter={dayAfter ? () => showDay(dayAfter) : undefined}
      />
      {Boolean(alongRoute.failure) && (
        <ReportStatus
          status={`${text('playback.besideFailed')} ${failureText(alongRoute.failure, text)}`}
          action={{ name: text('error.retry'), act: alongRoute.retry }}
        />
      )}
      <PlayedChart {...{ columns, rowCount, map, player, track }} />
    </>
  );
}

interface PlaybackOnMapParts extends Pick<RouteEvents, 'stops' | 'events'> {
  readonly player: ReturnType<typeof createPlayer> | null;
  readonly track: ReturnType<typeof createTrack>;
  readonly columns: RouteColumns;
  readonly map: ReportMap;
  readonly beside: Beside;
}

/** Shows the played moment and the stops and events on the map; a click on a mark goes to its moment. */
function usePlaybackOnMap({ player, track, columns, map, beside, stops, events }: PlaybackOnMapParts): void {
  const reports = useReports();
  const active = useStore(reports.state, (state) => state.active);
  useEffect(() => {
    if (!player || !track) return;
    const follow = () => map.highlight(track.at(player.state.get().timeMs));
    follow();
    const stopFollowing = player.state.subscribe(follow);
    return () => {
      stopFollowing();
      player.stop();
      map.highlight(null);
    };
  }, [player, track, map]);

  // a mark of the map was clicked
  useEffect(() => {
    const instantMs = active === null ? undefined : columns.numbers('fixTime')[active];
    if (instantMs === undefined || !player) return;
    player.pause();
    player.seek(instantMs);
  }, [active, player, columns]);

  useEffect(() => {
    if (!track) return;
    beside.set([
      ...stops.map(({ startTime, latitude, longitude }) => ({
        ...{ row: track.nearestRow(Date.parse(startTime)), kind: 'stop' as const },
        ...{ latitude, longitude },
      })),
      ...events.map(({ eventTime }) => {
        const { latitude, longitude } = track.at(Date.parse(eventTime));
        return { row: track.nearestRow(Date.parse(eventTime)), kind: 'event' as const, latitude, longitude };
      }),
    ]);
    return () => beside.set([]);
  }, [beside, track, stops, events]);
}

/** Stops and events as the time line marks them. */
function useMarkedTimes(stops: RouteEvents['stops'], events: RouteEvents['events']) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const stopMarks = useMemo(
    () =>
      stops.map(({ positionId, startTime, endTime, duration, address }) => ({
        id: positionId,
        fromMs: Date.parse(startTime),
        toMs: Date.parse(endTime),
        name: [text('playback.stop', { duration: formats.hours(duration) }), address]
          .filter(Boolean)
          .join(' · '),
      })),
    [stops, formats, text],
  );
  const ticks = useMemo(
    () =>
      events.map((event) => ({
        id: event.id,
        timeMs: Date.parse(event.eventTime),
        name: eventName(event, textOr),
        isAlarm: event.type === 'alarm',
      })),
    [events, textOr],
  );
  return { stopMarks, ticks };
}

interface PlayedChartProps extends Pick<PlaybackViewProps, 'columns' | 'rowCount' | 'map'> {
  readonly player: NonNullable<ReturnType<typeof createPlayer>>;
  readonly track: NonNullable<ReturnType<typeof createTrack>>;
}

/** Its cursor is where the time does; a click on it moves the time. */
function PlayedChart({ player, track, columns, ...chart }: PlayedChartProps) {
  const row = useStore(player.state, ({ timeMs }) => track.at(timeMs).row);
  return (
    <ReportChart
      {...chart}
      columns={columns}
      row={row}
      onRow={(clicked) => player.seek(columns.numbers('fixTime')[clicked] ?? track.fromMs)}
    />
  );
}

function devicesOf(columns: RouteColumns): readonly { readonly id: number; readonly name: string }[] {
  const rows = columns.numbers('deviceId');
  return [...new Set(rows)].map((id) => ({ id, name: String(columns.valueAt(rows.indexOf(id), 'name')) }));
}
