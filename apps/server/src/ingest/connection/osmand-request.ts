import { decodeOsmandRequest } from '@atalaia/protocols/osmand/osmand';
import type { IngestDevice } from '../ingest-device.ts';
import type { Settlement } from '../writer/entry.ts';
import { entryOf } from './entry-of.ts';
import type { House } from './house.ts';
import { createSpeakers } from './speakers.ts';

/** A request of the osmand protocol that came through the web port. */
export interface OsmandRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly contentType: string;
  readonly body: Uint8Array;
  /** The sender's network address. */
  readonly address: string;
}

/**
 * 200: everything in it is committed. 400: it cannot be read, or its sender is unknown or disabled. 503: it was not
 * taken, and should be sent again.
 */
export type OsmandStatus = 200 | 400 | 503;

const protocol = 'osmand';

export function createOsmandRequests(house: House) {
  const { clock, intake, silence, metrics } = house;
  const refuse = (code: string): OsmandStatus => {
    metrics.errors.inc({ protocol, code });
    return 400;
  };

  return async (request: OsmandRequest): Promise<OsmandStatus> => {
    const receivedMs = clock.now();
    const context = { receivedMs, transport: 'http' } as const;
    metrics.frames.inc({ protocol });
    let decoded = decodeOsmandRequest(request, context);
    if (decoded.error) return refuse(decoded.error.code);
    const speakers = createSpeakers(house.signIn, { protocol, address: request.address });
    let devices = speakers.of(decoded.messages);
    if (devices instanceof Promise) {
      await devices;
      devices = speakers.of(decoded.messages);
    }
    if (devices === 'refused' || devices instanceof Promise) return refuse('refused');
    if (intake.isFull) return 503;
    const [device] = devices;
    if (device?.timezone !== undefined) {
      decoded = decodeOsmandRequest(request, { ...context, settings: { timezone: device.timezone } });
    }
    const settlements = decoded.messages.map((message, index) => {
      const sender = devices[index] as IngestDevice;
      silence.heard(sender, receivedMs);
      return new Promise<Settlement>((settle) => {
        intake.push(entryOf(message, sender, protocol, receivedMs, { settle }));
        if (message.kind !== 'position') settle('committed');
      });
    });
    const ended = await Promise.all(settlements);
    return ended.every((settlement) => settlement === 'committed') ? 200 : 503;
  };
}
