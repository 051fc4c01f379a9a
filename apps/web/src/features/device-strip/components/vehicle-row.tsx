import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import { memo } from 'react';
import { deviceTone } from '../../../lib/device/device-tone.ts';
import { vehicleName } from '../../../lib/device/vehicle-text.ts';
import type { KnownVehicle } from '../../../lib/fleet/fleet-list.ts';
import { TimeAgo } from '../../../lib/formats/time-ago.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { categoryIcon } from '../../../lib/icons/category-icon.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useHasOpenAlarm } from '../../../live/live-context.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/icon.tsx';
import classes from './vehicle-list.module.css';

interface VehicleRowProps {
  /** As the server has it; undefined while it is on its way. */
  readonly device?: Device | undefined;
  readonly position?: Position | undefined;
  /** What is known of it until then. */
  readonly known?: KnownVehicle | undefined;
  readonly selected: boolean;
  readonly onSelect: (deviceId: number) => void;
}

/**
 * One vehicle in two lines: plate, model and speed; the age of its last place, and where that is. It is drawn again only
 * for news of its own.
 */
export const VehicleRow = memo(function VehicleRow({
  device,
  position,
  known,
  selected,
  onSelect,
}: VehicleRowProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const hasOpenAlarm = useHasOpenAlarm(device?.id ?? known?.deviceId);
  const listed = device ? listedOf(device, position, hasOpenAlarm) : known && knownAs(known, hasOpenAlarm);
  if (!listed) {
    return (
      <div className={classes.row} aria-busy>
        <Skeleton height={24} />
      </div>
    );
  }
  const { deviceId, name, uniqueId, category, tone, title, detail, speedKnots, fixTime } = listed;
  const address = formats.address(listed.address);
  const state = text(`legend.${tone}`);
  return (
    <button
      type="button"
      className={classes.row}
      aria-pressed={selected}
      title={[name, uniqueId, state, address].filter(Boolean).join('\n')}
      onClick={() => onSelect(deviceId)}
    >
      <span className={classes.icon} data-tone={tone} role="img" aria-label={state}>
        <Icon path={categoryIcon(category)} size={16} />
      </span>
      <span className={classes.name} dir="auto">
        <strong>{title}</strong>
        {detail && <span> · {detail}</span>}
      </span>
      <span className={classes.speed}>{speedKnots !== undefined && formats.speed(speedKnots)}</span>
      <span className={classes.line} dir="auto">
        {fixTime ? <TimeAgo instant={fixTime} /> : text('dashboard.never')}
        {address && ` · ${address}`}
      </span>
    </button>
  );
});

function listedOf(device: Device, position: Position | undefined, hasOpenAlarm: boolean) {
  const { id, name, uniqueId, category } = device;
  return {
    ...{ deviceId: id, name, uniqueId, category, ...vehicleName(device) },
    tone: deviceTone(device, position, hasOpenAlarm),
    speedKnots: position?.speed,
    fixTime: position?.fixTime,
    address: position?.address,
  };
}

/** The same but for its address, which the server alone knows. */
function knownAs(known: KnownVehicle, hasOpenAlarm: boolean) {
  const { deviceId, name, uniqueId, category, plate, vehicleModel, colour, speedKnots, fixTimeMs } = known;
  return {
    ...{ deviceId, name, uniqueId, category },
    ...vehicleName({ name, attributes: { plate, vehicleModel } }),
    tone: hasOpenAlarm ? ('alarm' as const) : colour,
    speedKnots: speedKnots ?? undefined,
    fixTime: fixTimeMs === null ? undefined : new Date(fixTimeMs).toISOString(),
    address: undefined,
  };
}
