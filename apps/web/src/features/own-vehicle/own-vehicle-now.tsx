import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import { stopSchema, tripSchema } from '@atalaia/contract/reports/report-rows';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { TimeAgo } from '../../lib/formats/time-ago.tsx';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import classes from './own-vehicle.module.css';

type Trip = z.infer<typeof tripSchema>;
type Stop = z.infer<typeof stopSchema>;

const trips = z.array(tripSchema);
const stops = z.array(stopSchema);
const minuteMs = 60_000;
const dayMs = 86_400_000;
/** So far back it is looked for; a half day more than is said, since a parked tracker reports seldom. */
const searchedMs = 3.5 * dayMs;
/** What has just begun is no trip or stop yet: it is asked for again until it is, every so often, and so long. */
const beginning = { everyMs: minuteMs, withinMs: 15 * minuteMs };

interface OwnVehicleNowProps {
  readonly device: Device;
  readonly position: Position;
}

/** What its owner asks first: where it is, since when, and where it was last (LIST-05). */
export function OwnVehicleNow({ device, position }: OwnVehicleNowProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const isMoving = position.attributes.motion === true;
  const newestMs = Date.parse(position.fixTime);
  const { data } = useQuery({
    queryKey: ['own-vehicle', device.id, isMoving],
    async queryFn({ signal }) {
      const nowMs = Date.now();
      const [from, to] = [nowMs - searchedMs, nowMs].map((ms) => new Date(ms).toISOString());
      const query = { deviceId: device.id, from, to };
      const [driven, stood] = await Promise.all([
        api.json({ path: 'reports/trips', query, signal }, trips),
        api.json({ path: 'reports/stops', query, signal }, stops),
      ]);
      return lastOf(driven, stood, { isMoving, newestMs, nowMs });
    },
    staleTime: 60_000,
    refetchInterval: ({ state }) =>
      state.data?.since === undefined && Date.now() - newestMs < beginning.withinMs
        ? beginning.everyMs
        : 5 * minuteMs,
  });
  return (
    <div className={classes.now}>
      <p className={classes.place} dir="auto">
        {formats.address(position.address) ??
          `${formats.latitude(position.latitude)}, ${formats.longitude(position.longitude)}`}
      </p>
      {data?.since && (
        <p className={classes.since}>
          {data.overDays > 0 ? (
            text('ownVehicle.standingLonger', { count: data.overDays })
          ) : (
            <>
              {text(isMoving ? 'ownVehicle.movingSince' : 'ownVehicle.standingSince', {
                time: formats.dateTime(data.since),
              })}{' '}
              (<TimeAgo instant={data.since} />)
            </>
          )}
        </p>
      )}
      {data?.trip && (
        <p className={classes.trip}>
          {text('ownVehicle.lastTrip', {
            from: formats.dateTime(data.trip.startTime),
            duration: formats.hours(data.trip.duration),
            distance: formats.distance(data.trip.distance),
          })}
        </p>
      )}
    </div>
  );
}

interface Now {
  readonly isMoving: boolean;
  /** Of its newest position. */
  readonly newestMs: number;
  readonly nowMs: number;
}

/**
 * Since when it moves or stands, as its rows say, and the last trip before that. A row that ends before the newest position is
 * not what it does now. Of a stop that nothing comes before it is not known when it began: only how many whole days it has
 * lasted at least, `overDays`.
 */
export function lastOf(
  driven: readonly Trip[],
  stood: readonly Stop[],
  { isMoving, newestMs, nowMs }: Now,
): { readonly since: string | undefined; readonly overDays: number; readonly trip: Trip | undefined } {
  const row = (isMoving ? driven : stood).at(-1);
  const since = row && Date.parse(row.endTime) >= newestMs ? row.startTime : undefined;
  const isFirst = !isMoving && driven.length === 0 && stood.length === 1;
  return {
    since,
    overDays: since && isFirst ? Math.floor((nowMs - Date.parse(since)) / dayMs) : 0,
    trip: driven.at(isMoving && since ? -2 : -1),
  };
}
