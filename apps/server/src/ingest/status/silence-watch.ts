import type { IngestDevice } from '../ingest-device.ts';

export type WatchedDevice = Pick<IngestDevice, 'id' | 'name'>;

export interface SilentDevice {
  readonly device: WatchedDevice;
  readonly atMs: number;
}

/** Devices that count as online, the longest silent first. */
export interface SilenceWatch {
  /** Times in ms since 1970 UTC. */
  received(device: WatchedDevice, atMs: number): void;
  /** Its connection closed: it is offline already, so silence adds nothing. */
  forget(deviceId: number): void;
  /** For so long, until now, the server took nothing: that time is no silence. */
  excuse(ms: number, nowMs: number): void;
  /** Takes out the devices whose last message was at or before this, and says when it was. */
  silentSince(lastMs: number): SilentDevice[];
}

export function createSilenceWatch(): SilenceWatch {
  /** In the order of their last messages: each message moves its device to the end. */
  const watched = new Map<number, { readonly device: WatchedDevice; atMs: number }>();
  return {
    received(device, atMs) {
      watched.delete(device.id);
      watched.set(device.id, { device, atMs });
    },
    forget: (deviceId) => watched.delete(deviceId),
    excuse(ms, nowMs) {
      for (const each of watched.values()) each.atMs = Math.max(each.atMs, Math.min(each.atMs + ms, nowMs));
    },
    silentSince(lastMs) {
      const silent: SilentDevice[] = [];
      for (const [id, { device, atMs }] of watched) {
        if (atMs > lastMs) break;
        silent.push({ device, atMs });
        watched.delete(id);
      }
      return silent;
    },
  };
}
