import type { Device } from '@atalaia/contract/device';
import type { Position } from '@atalaia/contract/position';
import { alarmsOf } from '@atalaia/domain/alarms';
import { type DeviceColour, deviceColour } from '@atalaia/domain/device-colour';

/** The state a device is shown in, by the map's own rule (MAP-02). */
export function deviceTone(device: Device, position: Position | undefined): DeviceColour {
  return deviceColour({
    status: device.status,
    alarm: alarmsOf(position?.attributes.alarm).length > 0,
    ignition: position?.attributes.ignition,
  });
}
