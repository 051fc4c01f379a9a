import type { Decoded } from '@atalaia/protocols/protocol';
import type { Clock } from '../clock.ts';
import type { IngestDevice } from '../ingest-device.ts';
import type { Traffic } from './traffic.ts';
import type { TrafficEntry, TrafficSource } from './traffic-chunk.ts';

/** Listens to one conversation for the traffic log. */
export interface TrafficRecorder {
  /** The other side is known to be these; what follows is theirs. */
  ofDevices(devices: readonly IngestDevice[]): void;
  /** It gave this id, and nobody registered it. */
  ofStranger(uniqueId: string | undefined): void;
  /** How frames are read from here on; to be called only when that changes. */
  readBy(decode: (frame: Uint8Array, atMs: number) => Decoded): void;
  received(frame: Uint8Array, receivedMs: number): void;
  sent(bytes: Uint8Array): void;
}

export interface TrafficRecorderParts extends Omit<TrafficSource, 'decode'> {
  readonly traffic: Traffic;
  readonly clock: Clock;
}

export function createTrafficRecorder(parts: TrafficRecorderParts): TrafficRecorder {
  const { traffic, clock, protocol, transport, address } = parts;
  let deviceIds: readonly number[] = [];
  let stranger: string | undefined;
  let source: TrafficSource | undefined;

  const note = (direction: TrafficEntry['direction'], atMs: number, bytes: Uint8Array) => {
    if (!source) return;
    for (const id of deviceIds) traffic.devices.record(id, direction, atMs, source, bytes);
    if (stranger !== undefined) traffic.strangers.record(stranger, direction, atMs, source, bytes);
  };

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
    readBy(decode) {
      source = { protocol, transport, address, decode };
    },
    received: (frame, receivedMs) => note('in', receivedMs, frame),
    sent: (bytes) => note('out', clock.now(), bytes),
  };
}
