import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import type { ReactNode } from 'react';
import { deviceTone } from '../../../../lib/device/device-tone.ts';
import { useFormats } from '../../../../lib/formats/use-formats.ts';
import { categoryIcon } from '../../../../lib/icons/category-icon.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { useHasOpenAlarm } from '../../../../live/use-has-open-alarm.ts';
import { Icon } from '../../../../ui/icon.tsx';
import classes from './device-header.module.css';

interface DeviceHeaderProps {
  readonly device: Device;
  readonly position: Position | undefined;
  readonly close: ReactNode;
}

/** Who it is and where: name, identifier, coordinates. */
export function DeviceHeader({ device, position, close }: DeviceHeaderProps) {
  const { text } = useTexts();
  const formats = useFormats();
  return (
    <header className={classes.header}>
      <span className={classes.icon} data-tone={deviceTone(device, position, useHasOpenAlarm(device.id))}>
        <Icon path={categoryIcon(device.category)} size={22} />
      </span>
      <div className={classes.labels}>
        <h2 className={classes.name} dir="auto" title={device.name}>
          {device.name}
        </h2>
        <p className={classes.line} title={text('panel.identifier')}>
          <bdi>{device.uniqueId}</bdi>
        </p>
        {position && (
          <p className={classes.line} title={text('panel.coordinates')}>
            {formats.latitude(position.latitude)}, {formats.longitude(position.longitude)}
          </p>
        )}
      </div>
      {close}
    </header>
  );
}
