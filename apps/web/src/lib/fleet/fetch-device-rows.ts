import { type Device, deviceSchema } from '@atalaia/contract/devices/device';
import { type Position, positionSchema } from '@atalaia/contract/devices/position';
import { z } from 'zod';
import type { ApiClient } from '../api/api-client.ts';

/** A device with its last position, as a row of a list shows them. */
export interface DeviceRow {
  readonly device: Device;
  /** Undefined when it never had one. */
  readonly position: Position | undefined;
}

/** The rows of some devices by their numbers; those that no longer exist are missing. */
export async function fetchDeviceRows(
  api: ApiClient,
  deviceIds: readonly number[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<number, DeviceRow>> {
  const of = signal ? { signal } : {};
  const devices = await api.json({ path: 'devices', query: { id: deviceIds }, ...of }, z.array(deviceSchema));
  const positionIds = devices.map(({ positionId }) => positionId).filter((id) => id > 0);
  const positions =
    positionIds.length === 0
      ? []
      : await api.json({ path: 'positions', query: { id: positionIds }, ...of }, z.array(positionSchema));
  const placeOf = new Map(positions.map((position) => [position.deviceId, position]));
  return new Map(devices.map((device) => [device.id, { device, position: placeOf.get(device.id) }]));
}
