import type { IngestDevice } from '../ingest-device.ts';

export type WatchedDevice = Pick<IngestDevice, 'id' | 'name'>;

/** Devices that count as online, the longest silent first. */
export interface SilenceWatch {
  /** Times in ms since 1970 UTC. */
  heard(device: WatchedDevice, atMs: number): void;
  /** Its connection closed: its silence says nothing more. */
  forget(deviceId: number): void;
  /** Takes out the devices that were last heard at or before this. */
  silentSince(lastMs: number): WatchedDevice[];
}

export function createSilenceWatch(): SilenceWatch {
  /** In the order of being heard, since a device heard again is put at the end. */
  const watched = new Map<number, { readonly device: WatchedDevice; readonly atMs: number }>();
  return {
    heard(device, atMs) {
      watched.delete(device.id);
      watched.set(device.id, { device, atMs });
    },
    forget: (deviceId) => watched.delete(deviceId),
    silentSince(lastMs) {
      const silent: WatchedDevice[] = [];
      for (const [id, { device, atMs }] of watched) {
        if (atMs > lastMs) break;
        silent.push(device);
        watched.delete(id);
      }
      return silent;
    },
  };
}
