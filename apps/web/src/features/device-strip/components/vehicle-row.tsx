import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import { memo } from 'react';
import { deviceTone } from '../../../lib/device/device-tone.ts';
import { vehicleName } from '../../../lib/device/vehicle-text.ts';
import { TimeAgo } from '../../../lib/formats/time-ago.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { categoryIcon } from '../../../lib/icons/category-icon.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useHasOpenAlarm } from '../../../live/live-context.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/icon.tsx';
import classes from './vehicle-list.module.css';

interface VehicleRowProps {
  /** Undefined while it is on its way. */
  readonly device: Device | undefined;
  readonly position: Position | undefined;
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
  selected,
  onSelect,
}: VehicleRowProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const hasOpenAlarm = useHasOpenAlarm(device?.id);
  if (!device) {
    return (
      <div className={classes.row} aria-busy>
        <Skeleton height={24} />
      </div>
    );
  }
  const tone = deviceTone(device, position, hasOpenAlarm);
  const state = text(`legend.${tone}`);
  const { title, detail } = vehicleName(device);
  return (
    <button
      type="button"
      className={classes.row}
      aria-pressed={selected}
      title={[device.name, device.uniqueId, state, position?.address].filter(Boolean).join('\n')}
      onClick={() => onSelect(device.id)}
    >
      <span className={classes.icon} data-tone={tone} role="img" aria-label={state}>
        <Icon path={categoryIcon(device.category)} size={16} />
      </span>
      <span className={classes.name} dir="auto">
        <strong>{title}</strong>
        {detail && <span> · {detail}</span>}
      </span>
      <span className={classes.speed}>{position && formats.speed(position.speed)}</span>
      <span className={classes.line} dir="auto">
        {position ? <TimeAgo instant={position.fixTime} /> : text('dashboard.never')}
        {position?.address && ` · ${position.address}`}
      </span>
    </button>
  );
});
