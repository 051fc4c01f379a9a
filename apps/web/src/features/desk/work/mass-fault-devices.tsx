import type { AlarmDetail } from '@atalaia/contract/desk/alarm';
import type { Place } from '@atalaia/domain/geo/geometry';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { MapCore } from '../../../map/map-api.ts';
import { Pinned } from '../../../map/pinned.tsx';
import parts from '../../../ui/layout/panel-part.module.css';
import { Pill } from '../../../ui/layout/pill.tsx';
import { severityTone } from '../alarm-title.ts';
import classes from './work-parts.module.css';

type SilentDevice = AlarmDetail['devices'][number];

/** Pins beyond this many would hide the map, rows beyond this many nobody reads: the silent ones come first. */
const mostPins = 40;
const mostRows = 200;

const placeOf = ({ latitude, longitude }: SilentDevice): Place | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };

interface MassFaultDevicesProps {
  readonly core: Pick<MapCore, 'pin' | 'showPlace'>;
  readonly alarm: Pick<AlarmDetail, 'devices' | 'severity'>;
}

/** The vehicles of a mass fault that one sees: silent since when, or back, and where each was last (DESK-10). */
export function MassFaultDevices({ core, alarm: { devices, severity } }: MassFaultDevicesProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const silent = devices.filter(({ backAt }) => backAt === null);
  const rows = devices.slice(0, mostRows);
  return (
    <section className={parts.part} aria-label={text('desk.faultVehicles')}>
      <h3 className={parts.title}>{text('desk.faultVehicles')}</h3>
      <p className={parts.muted}>
        {text('desk.faultCounts', { silent: silent.length, back: devices.length - silent.length })}
      </p>
      <ul className={parts.list}>
        {rows.map((device) => {
          const place = placeOf(device);
          return (
            <li key={device.deviceId}>
              <button
                type="button"
                className={classes.event}
                disabled={place === null}
                onClick={() => place && core.showPlace(place)}
              >
                <bdi className={parts.name}>{device.name}</bdi>
                <Pill tone={device.backAt === null ? severityTone[severity] : 'online'}>
                  {text(device.backAt === null ? 'desk.faultSilent' : 'desk.faultBack')}
                </Pill>
                <span className={parts.muted}>
                  {device.backAt === null
                    ? text('desk.faultSilentSince', { date: formats.dateTime(device.silentSince) })
                    : text('desk.faultBackAt', { date: formats.dateTime(device.backAt) })}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {devices.length > rows.length && (
        <p className={parts.muted}>{text('desk.faultMore', { count: devices.length - rows.length })}</p>
      )}
      {silent.slice(0, mostPins).map((device) => {
        const place = placeOf(device);
        return (
          place && (
            <Pinned key={device.deviceId} core={core} place={place}>
              <span className={classes.pin} data-tone={severityTone[severity]} title={device.name}>
                !
              </span>
            </Pinned>
          )
        );
      })}
    </section>
  );
}
