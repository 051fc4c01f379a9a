import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import { type DeviceColour, deviceColour } from '@atalaia/domain/devices/device-status';

/** The state a device is shown in, by the map's own rule (MAP-02). */
export function deviceTone(
  device: Device,
  position: Position | undefined,
  hasOpenAlarm: boolean,
): DeviceColour {
  return deviceColour({
    status: device.status,
    alarm: hasOpenAlarm,
    ignition: position?.attributes.ignition,
  });
}
