import type { WatchedDevice } from '@atalaia/contract/desk/shift';
import type { Silence } from '@atalaia/contract/desk/silence';
import type { Position } from '@atalaia/contract/devices/position';
import {
  type BatteryStep,
  batteryColour,
  batteryPercent,
  batteryStep,
} from '@atalaia/domain/devices/battery';
import {
  mdiAlarmLight,
  mdiBattery,
  mdiBattery10,
  mdiBattery40,
  mdiBattery70,
  mdiBatteryOutline,
  mdiBellOffOutline,
  mdiEyeOutline,
  mdiKey,
  mdiLock,
  mdiLockOpenVariant,
} from '@mdi/js';
import { useWatched } from '../../../lib/desk/use-watched-devices.ts';
import { deviceTone } from '../../../lib/device/device-tone.ts';
import { vehicleName } from '../../../lib/device/vehicle-text.ts';
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
import deviceSignsClasses from './device-signs.module.css';

const batteryIcons: Readonly<Record<BatteryStep, string>> = {
  90: mdiBattery,
  70: mdiBattery70,
  40: mdiBattery40,
  10: mdiBattery10,
  0: mdiBatteryOutline,
};

const batteryTones = { green: 'online', yellow: 'unknown', red: 'alarm' } as const;

interface Sign {
  readonly icon: string;
  readonly name: string;
  /** A state's colour; faint without. */
  readonly tone?: string;
}

interface DeviceSignsProps {
  readonly position: Position | undefined;
  /** An alarm of it waits for somebody. */
  readonly hasOpenAlarm: boolean;
  /** It is on the watch list. */
  readonly watched: WatchedDevice | undefined;
  /** Its events open no alarm for now. */
  readonly silence: Silence | undefined;
}

/** Siren, ignition key, lock and battery of a device; what its tracker does not tell is faint (STRIP-03, STRIP-04). */
function DeviceSigns({ position, hasOpenAlarm, watched, silence }: DeviceSignsProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const { ignition, blocked } = position?.attributes ?? {};
  const battery = position && batteryPercent(position.attributes);

  const key: Sign =
    ignition === undefined
      ? { icon: mdiKey, name: text('panel.ignitionUnknown') }
      : ignition
        ? { icon: mdiKey, name: text('panel.ignitionOn'), tone: 'ignition' }
        : { icon: mdiKey, name: text('panel.ignitionOff') };
  const lock: Sign =
    blocked === true
      ? { icon: mdiLock, name: text('panel.blocked'), tone: 'alarm' }
      : { icon: mdiLockOpenVariant, name: text('panel.released'), tone: 'online' };
  const charge: Sign =
    battery === undefined
      ? { icon: mdiBatteryOutline, name: text('strip.batteryUnknown') }
      : {
          icon: batteryIcons[batteryStep(battery)],
          name: text('panel.battery', { percent: Math.round(battery) }),
          tone: batteryTones[batteryColour(battery)],
        };
  const siren: readonly Sign[] = hasOpenAlarm
    ? [{ icon: mdiAlarmLight, name: text('legend.siren'), tone: 'alarm' }]
    : [];

  const eye: readonly Sign[] = watched
    ? [
        {
          icon: mdiEyeOutline,
          name: text('strip.watched', { reason: watched.reason, date: formats.dateTime(watched.until) }),
          tone: 'brand',
        },
      ]
    : [];

  const bell: readonly Sign[] = silence
    ? [
        {
          icon: mdiBellOffOutline,
          name: text('strip.silenced', {
            reason: text(`silenceReason.${silence.reason}`),
            date: formats.dateTime(silence.until),
          }),
          tone: 'unknown',
        },
      ]
    : [];

  return (
    <span className={deviceSignsClasses.signs}>
      {[...siren, ...eye, ...bell, key, lock, charge].map(({ icon, name, tone }) => (
        <span
          key={name}
          className={deviceSignsClasses.sign}
          data-tone={tone}
          role="img"
          aria-label={name}
          title={name}
        >
          <Icon path={icon} size={16} />
        </span>
      ))}
    </span>
  );
}

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
  const { title, detail } = vehicleName(device);
  const tone = deviceTone(device, position, hasOpenAlarm);
  const address = formats.address(position?.address);
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
          {title}
        </span>
        <DeviceSigns position={position} hasOpenAlarm={hasOpenAlarm} watched={watched} silence={silence} />
      </span>
      <span className={classes.line} dir="auto" title={detail}>
        {speed ??
          (device.lastUpdate ? <TimeAgo instant={device.lastUpdate} /> : text('panel.neverConnected'))}
        {detail && ` · ${detail}`}
      </span>
      <span className={classes.place} dir="auto" title={address}>
        {address ?? '-'}
      </span>
    </button>
  );
}
