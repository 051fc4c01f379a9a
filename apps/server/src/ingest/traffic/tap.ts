import type { Decoded, Transport } from '@atalaia/protocols/protocol';
import type { Clock } from '../clock.ts';
import type { IngestDevice } from '../ingest-device.ts';
import type { Traffic } from './traffic.ts';

/** Listens to one conversation for the traffic log. */
export interface Tap {
  /** The other side is known to be these; what follows is theirs. */
  ofDevices(devices: readonly IngestDevice[]): void;
  /** It gave this id, and nobody registered it. */
  ofStranger(uniqueId: string | undefined): void;
  /** A frame came from whom is known; `decode` is kept for who reads it. */
  heard(frame: Uint8Array, receivedMs: number, decode: (frame: Uint8Array) => Decoded): void;
  said(bytes: Uint8Array): void;
}

export interface TapParts {
  readonly traffic: Traffic;
  readonly clock: Clock;
  readonly protocol: string;
  readonly transport: Transport;
  readonly address: string;
}

export function createTap({ traffic, clock, protocol, transport, address }: TapParts): Tap {
  let deviceIds: readonly number[] = [];
  let stranger: string | undefined;
  const place = { protocol, transport, address };
  return {
    ofDevices(devices) {
      const [first] = devices;
      // nearly always the one tracker that it was before
      if (devices.length === 1 && deviceIds.length === 1 && deviceIds[0] === first?.id) return;
      if (devices.length > 0) deviceIds = [...new Set(devices.map(({ id }) => id))];
    },
    ofStranger(uniqueId) {
      stranger = uniqueId;
    },
    heard(frame, receivedMs, decode) {
      if (deviceIds.length === 0 && stranger === undefined) return;
      // a copy with memory of its own: a view would hold the whole chunk it was read in
      const bytes = new Uint8Array(frame);
      const entry = {
        ...place,
        atMs: receivedMs,
        direction: 'in',
        bytes,
        decode: () => decode(bytes),
      } as const;
      for (const id of deviceIds) traffic.devices.record(id, entry);
      if (stranger !== undefined) traffic.strangers.record(stranger, entry);
    },
    said(bytes) {
      if (deviceIds.length === 0 && stranger === undefined) return;
      const entry = { ...place, atMs: clock.now(), direction: 'out', bytes: new Uint8Array(bytes) } as const;
      for (const id of deviceIds) traffic.devices.record(id, entry);
      if (stranger !== undefined) traffic.strangers.record(stranger, entry);
    },
  };
}
