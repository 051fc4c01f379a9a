import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import { type BatteryColour, batteryColour, batteryPercent } from '@atalaia/domain/devices/battery';
import { mdiLockOpenVariantOutline, mdiLockOutline } from '@mdi/js';
import { deviceTone } from '../../../../lib/device/device-tone.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { useHasOpenAlarm } from '../../../../live/use-has-open-alarm.ts';
import { Pill, type Tone } from '../../../../ui/layout/pill.tsx';
import classes from './device-pills.module.css';

const batteryTones: Readonly<Record<BatteryColour, Tone>> = {
  green: 'online',
  yellow: 'unknown',
  red: 'alarm',
};

interface DevicePillsProps {
  readonly device: Device;
  readonly position: Position | undefined;
}

/** State, lock and battery; what the tracker does not tell is not shown. */
export function DevicePills({ device, position }: DevicePillsProps) {
  const { text } = useTexts();
  const tone = deviceTone(device, position, useHasOpenAlarm(device.id));
  const blocked = position?.attributes.blocked;
  const battery = position && batteryPercent(position.attributes);
  return (
    <div className={classes.pills}>
      <Pill tone={tone}>{text(`legend.${tone}`)}</Pill>
      {blocked !== undefined && (
        <Pill tone={blocked ? 'alarm' : 'online'} icon={blocked ? mdiLockOutline : mdiLockOpenVariantOutline}>
          {text(blocked ? 'panel.blocked' : 'panel.released')}
        </Pill>
      )}
      {battery !== undefined && (
        <Pill tone={batteryTones[batteryColour(battery)]}>
          {text('panel.battery', { percent: Math.round(battery) })}
        </Pill>
      )}
    </div>
  );
}
