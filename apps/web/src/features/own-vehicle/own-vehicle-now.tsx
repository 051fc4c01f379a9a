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
const dayMs = 86_400_000;
/** So far back a last trip is looked for, days. */
const days = 3;

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
  const { data } = useQuery({
    queryKey: ['own-vehicle', device.id, isMoving],
    async queryFn({ signal }) {
      const nowMs = Date.now();
      const [from, to] = [nowMs - days * dayMs, nowMs].map((ms) => new Date(ms).toISOString());
      const query = { deviceId: device.id, from, to };
      const [driven, stood] = await Promise.all([
        api.json({ path: 'reports/trips', query, signal }, trips),
        api.json({ path: 'reports/stops', query, signal }, stops),
      ]);
      return lastOf(driven, stood, isMoving);
    },
    staleTime: 60_000,
    refetchInterval: 5 * 60_000,
  });
  return (
    <div className={classes.now}>
      <p className={classes.place} dir="auto">
        {formats.address(position.address) ??
          `${formats.latitude(position.latitude)}, ${formats.longitude(position.longitude)}`}
      </p>
      {data?.since && (
        <p className={classes.since}>
          {text(isMoving ? 'ownVehicle.movingSince' : 'ownVehicle.standingSince', {
            time: formats.dateTime(data.since),
          })}{' '}
          (<TimeAgo instant={data.since} />)
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

/** Since when it moves or stands, as its rows say; and the last way that it went. */
export function lastOf(driven: readonly Trip[], stood: readonly Stop[], isMoving: boolean) {
  const trip = driven.at(-1);
  const stop = stood.at(-1);
  if (isMoving) return { since: trip?.startTime, trip: driven.at(-2) ?? undefined };
  return { since: stop?.startTime, trip };
}
