import type { TrackerMessage } from '@atalaia/protocols/protocol';
import type { IngestDevice } from '../ingest-device.ts';
import { digestOf } from '../steps/digest.ts';
import type { Entry, Receipt } from '../writer/entry.ts';

/** What a message of a device gives the writers to commit. */
export function entryOf(
  message: TrackerMessage,
  device: IngestDevice,
  protocol: string,
  receivedMs: number,
  receipt: Receipt,
): Entry {
  switch (message.kind) {
    case 'position': {
      const { position } = message;
      return {
        kind: 'position',
        device,
        protocol,
        receivedMs,
        position,
        digest: digestOf(position),
        receipt,
      };
    }
    case 'commandResult':
      return { kind: 'answer', device, receivedMs, result: message.result };
    case 'login':
    case 'heartbeat':
      return { kind: 'heard', device, receivedMs };
  }
}
