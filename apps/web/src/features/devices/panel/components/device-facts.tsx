import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import { type Driver, driverSchema } from '@atalaia/contract/rules/driver';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { ApiClient } from '../../../../lib/api/api-client.ts';
import { useApi } from '../../../../lib/api/api-context.ts';
import { TimeAgo } from '../../../../lib/formats/time-ago.tsx';
import { useFormats } from '../../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import classes from './device-facts.module.css';

/** How long a driver's name is trusted, ms. */
const freshMs = 300_000;

/** The name of the person who drives, by what the position tells of him; undefined when it tells nothing, or nobody known. */
function useDriverName(driverUniqueId: string | undefined): string | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['drivers', 'unique', driverUniqueId],
    queryFn: ({ signal }) => findDriver(api, driverUniqueId ?? '', signal),
    enabled: Boolean(driverUniqueId),
    staleTime: freshMs,
  });
  return driverUniqueId ? data?.name : undefined;
}

/** The driver with this unique id, among those the person sees; null when there is none. */
async function findDriver(api: ApiClient, uniqueId: string, signal: AbortSignal): Promise<Driver | null> {
  const query = { keyword: uniqueId };
  const found = await api.json({ path: 'drivers', query, signal }, z.array(driverSchema));
  return found.find((driver) => driver.uniqueId === uniqueId) ?? null;
}

/** A device heard of this much later than its place was measured is distinct from it, ms. */
const notableLagMs = 60_000;

interface DeviceFactsProps {
  readonly device: Device;
  readonly position: Position | undefined;
}

/** Plate, address, driver, counters, and what the register says of the device; what is unknown and optional is left out. */
export function DeviceFacts({ device, position }: DeviceFactsProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const missing = text('value.missing');
  // the count that reports, maintenances and the accumulators have; what the tracker says itself is an attribute
  const odometerMetres = position?.attributes.totalDistance;
  const { driverUniqueId } = position?.attributes ?? {};
  const driver = useDriverName(driverUniqueId);
  const heardAt = heardAfterFix(device, position);
  const { plate } = device.attributes;
  const resource = [
    ['panel.group', device.groupName],
    ['panel.customer', device.customerName],
    ['panel.model', device.model],
  ] as const;

  return (
    <dl className={classes.facts}>
      {plate && (
        <>
          <dt>{text('panel.plate')}</dt>
          <dd dir="auto">{plate}</dd>
        </>
      )}
      {heardAt && (
        <>
          <dt>{text('panel.lastUpdate')}</dt>
          <dd>
            <TimeAgo instant={heardAt} /> · {formats.panelTime(heardAt)}
          </dd>
        </>
      )}
      <div className={classes.ofHead}>
        <dt>{text('panel.identifier')}</dt>
        <dd>
          <bdi>{device.uniqueId}</bdi>
        </dd>
      </div>
      {position && (
        <div className={classes.ofHead}>
          <dt>{text('panel.coordinates')}</dt>
          <dd>
            {formats.latitude(position.latitude)}, {formats.longitude(position.longitude)}
          </dd>
        </div>
      )}
      <dt>{text('panel.address')}</dt>
      <dd dir="auto">{formats.address(position?.address) ?? missing}</dd>
      <dt>{text('panel.driver')}</dt>
      <dd dir="auto" title={driverUniqueId}>
        {driver ?? text('panel.driverUnidentified')}
      </dd>
      <dt>{text('panel.odometer')}</dt>
      <dd>{odometerMetres === undefined ? missing : formats.distance(odometerMetres)}</dd>
      <dt>{text('panel.hours')}</dt>
      <dd>{formats.hours(position?.attributes.hours)}</dd>
      {resource.map(
        ([key, value]) =>
          value && (
            <div key={key} className={classes.row}>
              <dt>{text(key)}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** When it was last heard, when that is later than the position shown. */
function heardAfterFix(device: Device, position: Position | undefined): string | undefined {
  if (!device.lastUpdate) return undefined;
  if (!position) return device.lastUpdate;
  const lagMs = Date.parse(device.lastUpdate) - Date.parse(position.fixTime);
  return lagMs > notableLagMs ? device.lastUpdate : undefined;
}
