import type { LiveSnapshot } from '@atalaia/contract/devices/live-message';

export interface SnapshotDevice {
  readonly deviceId: number;
  readonly name?: string;
  readonly uniqueId?: string;
  readonly category?: string | null;
  readonly plate?: string | null;
  readonly vehicleModel?: string | null;
  readonly groupId?: number;
  readonly customerId?: number;
  readonly status?: string;
  readonly positionId?: number;
  readonly fixTimeMs?: number | null;
  readonly latitude?: number | null;
  readonly longitude?: number | null;
  readonly course?: number | null;
  readonly speedKnots?: number | null;
  readonly ignition?: boolean | null;
  readonly alarm?: string | null;
  readonly siren?: boolean;
  readonly disabled?: boolean;
  readonly lastUpdateMs?: number | null;
}

/** `GET live/snapshot` of these devices; by default an online device at 0° 0°. */
export function snapshotOf(devices: readonly SnapshotDevice[]): LiveSnapshot {
  const column = <Value>(value: (device: SnapshotDevice) => Value): Value[] => devices.map(value);
  return {
    serverTimeMs: 0,
    deviceId: column((device) => device.deviceId),
    name: column((device) => device.name ?? `Device ${device.deviceId}`),
    uniqueId: column((device) => device.uniqueId ?? `imei${device.deviceId}`),
    category: column((device) => device.category ?? null),
    plate: column((device) => device.plate ?? null),
    vehicleModel: column((device) => device.vehicleModel ?? null),
    groupId: column((device) => device.groupId ?? 0),
    customerId: column((device) => device.customerId ?? 0),
    status: column((device) => device.status ?? 'online'),
    disabled: column((device) => device.disabled ?? false),
    lastUpdateMs: column((device) => (device.lastUpdateMs === undefined ? 0 : device.lastUpdateMs)),
    positionId: column((device) => device.positionId ?? 1),
    fixTimeMs: column((device) => (device.fixTimeMs === undefined ? 1000 : device.fixTimeMs)),
    latitude: column((device) => (device.latitude === undefined ? 0 : device.latitude)),
    longitude: column((device) => (device.longitude === undefined ? 0 : device.longitude)),
    course: column((device) => device.course ?? 0),
    speedKnots: column((device) => device.speedKnots ?? 0),
    ignition: column((device) => device.ignition ?? null),
    alarm: column((device) => device.alarm ?? null),
    siren: column((device) => device.siren ?? false),
  };
}

export function bytesOf(value: unknown): ArrayBuffer {
  return new TextEncoder().encode(JSON.stringify(value)).buffer;
}
