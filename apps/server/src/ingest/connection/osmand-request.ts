import { decodeOsmandRequest } from '@atalaia/protocols/osmand/osmand';
import { createTrafficRecorder } from '../traffic/traffic-recorder.ts';
import type { Settlement } from '../writer/entry.ts';
import { createConversationDevices } from './conversation-devices.ts';
import { entryOf } from './entry-of.ts';
import type { IngestContext } from './ingest-context.ts';

/** A request of the osmand protocol that came through the web port. */
export interface OsmandRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly contentType: string | undefined;
  readonly body: string;
  readonly remoteAddress: string;
}

export interface OsmandAnswer {
  /**
   * 200: everything in the request is committed. 400: it cannot be read, or its sender is unknown or disabled. 503: it
   * was not taken, and should be sent again.
   */
  readonly status: 200 | 400 | 503;
  readonly body: string;
}

const protocol = 'osmand';

/** What a request costs beside its address and body: headers, and the work of taking it. */
const requestOverheadBytes = 500;

const unregistered = 'the device is not registered';

const notTaken: OsmandAnswer = Object.freeze({ status: 503, body: 'not stored: send it again' });

export function createOsmandRequests(ingestContext: IngestContext) {
  const { clock, intake, limits, silence, metrics } = ingestContext;
  /** Requests that wait in the queue. */
  let waiting = 0;
  const refuse = (code: string, body: string): OsmandAnswer => {
    metrics.errors.inc({ protocol, code });
    return { status: 400, body };
  };

  return async (sent: OsmandRequest): Promise<OsmandAnswer> => {
    const request = { ...sent, contentType: sent.contentType ?? '', body: Buffer.from(sent.body) };
    const receivedMs = clock.now();
    const context = { receivedMs, transport: 'http' } as const;
    metrics.frames.inc({ protocol });
    const allowance = ingestContext.addressBounds.bytesOf(sent.remoteAddress);
    if (allowance.waitMs() > 0) {
      metrics.errors.inc({ protocol, code: 'too-many-bytes' });
      return notTaken;
    }
    allowance.take(requestOverheadBytes + sent.url.length + sent.body.length);
    let decoded = decodeOsmandRequest(request, context);
    if (decoded.error) return refuse(decoded.error.code, decoded.error.message);
    const recorder = createTrafficRecorder({
      ...ingestContext,
      protocol,
      transport: 'http',
      address: sent.remoteAddress,
    });
    const bytes = Buffer.from(`${sent.method} ${sent.url}\n${sent.body}`);
    const record = () => {
      const read = decoded;
      recorder.readBy(() => read);
      recorder.received(bytes, receivedMs);
    };
    const conversationDevices = createConversationDevices(ingestContext.signIn, {
      protocol,
      address: sent.remoteAddress,
    });
    let devices = conversationDevices.of(decoded.messages);
    if (devices instanceof Promise) {
      await devices;
      devices = conversationDevices.of(decoded.messages);
    }
    if (devices === 'refused' || devices instanceof Promise) {
      recorder.ofStranger(decoded.messages[0]?.uniqueIds[0]);
      record();
      return refuse('refused', unregistered);
    }
    const [device] = devices;
    if (!device || !intake.isOpen || waiting >= limits.waitingPeers) return notTaken;
    if (device.decodeSettings) {
      decoded = decodeOsmandRequest(request, { ...context, settings: device.decodeSettings });
    }
    recorder.ofDevices(devices);
    record();
    // every message of this protocol is a position
    const push = () =>
      devices.flatMap((sender, index) => {
        const message = decoded.messages[index];
        if (!message) return [];
        silence.received(sender, receivedMs);
        return new Promise<Settlement>((settle) => {
          intake.push(entryOf(message, sender, protocol, receivedMs, bytes, { settle }));
        });
      });
    waiting += 1;
    const pushed = await new Promise<readonly Promise<Settlement>[] | undefined>((resolve) => {
      const flow = { serve: () => resolve(push()), stopped: () => resolve(undefined) };
      intake.ask(flow, intake.writerOf(device.id));
    });
    waiting -= 1;
    if (!pushed) return notTaken;
    const ended = await Promise.all(pushed);
    if (ended.includes('removed')) return refuse('refused', unregistered);
    return ended.every((settlement) => settlement === 'committed') ? { status: 200, body: '' } : notTaken;
  };
}
