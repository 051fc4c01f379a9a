import { useWatched } from '../../../lib/desk/use-watched-devices.ts';
import { deviceTone } from '../../../lib/device/device-tone.ts';
import type { DeviceRow } from '../../../lib/fleet/use-device-rows.ts';
import { TimeAgo } from '../../../lib/formats/time-ago.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { categoryIcon } from '../../../lib/icons/category-icon.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useSilence } from '../../../live/desk/use-silences.ts';
import { useHasOpenAlarm } from '../../../live/live-context.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/icon.tsx';
import classes from './device-card.module.css';
import { DeviceSigns } from './device-signs.tsx';

interface DeviceCardProps {
  /** Undefined while it is on its way. */
  readonly row: DeviceRow | undefined;
  readonly selected: boolean;
  readonly onSelect: (deviceId: number) => void;
}

/** One device of the strip: category, name, signs, and where it is (STRIP-03). */
export function DeviceCard({ row, selected, onSelect }: DeviceCardProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const hasOpenAlarm = useHasOpenAlarm(row?.device.id);
  const watched = useWatched(row?.device.id);
  const silence = useSilence(row?.device);
  if (!row) {
    return (
      <div className={classes.card} aria-busy>
        <Skeleton height={34} />
      </div>
    );
  }
  const { device, position } = row;
  const tone = deviceTone(device, position, hasOpenAlarm);
  const speed = position && tone !== 'offline' ? formats.speed(position.speed) : undefined;
  return (
    <button
      type="button"
      className={classes.card}
      aria-pressed={selected}
      onClick={() => onSelect(device.id)}
    >
      <span className={classes.icon} data-tone={tone}>
        <Icon path={categoryIcon(device.category)} size={20} />
      </span>
      <span className={classes.head}>
        <span className={classes.name} dir="auto" title={device.name}>
          {device.name}
        </span>
        <DeviceSigns position={position} hasOpenAlarm={hasOpenAlarm} watched={watched} silence={silence} />
      </span>
      <span className={classes.line} dir="auto" title={position?.address ?? undefined}>
        {speed ?? (device.lastUpdate ? <TimeAgo instant={device.lastUpdate} /> : text('dashboard.never'))}
        {position?.address && ` · ${position.address}`}
      </span>
    </button>
  );
}
