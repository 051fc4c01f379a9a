import type { ForwardedPosition } from '@atalaia/contract/devices/mirror';
import type { DecodedPosition } from '@atalaia/protocols/decoded-position';
import { decodeOsmandRequest } from '@atalaia/protocols/osmand/osmand';
import type { DecodeContext, Decoded, DecodeError, DecodeSettings } from '@atalaia/protocols/protocol';
import type { IngestDevice } from '../ingest-device.ts';
import { createTrafficRecorder } from '../traffic/traffic-recorder.ts';
import type { Settlement } from '../writer/entry.ts';
import { forwardedAttribute } from '../writer/forwarded-copies.ts';
import { createConversationDevices } from './conversation-devices.ts';
import { entryOf } from './entry-of.ts';
import type { IngestContext } from './ingest-context.ts';

type Attributes = Record<string, string | number | boolean>;

/** Counted by the other server from the positions that it had; this one counts for itself. */
const countedThere: ReadonlySet<string> = new Set(['distance', 'totalDistance', 'hours', 'motion']);

/** What another server forwards of a device (OUT-06), as a decoder would have read it of the tracker. */
function forwardedDecoded({ device, position }: ForwardedPosition): Decoded {
  const message = { kind: 'position', uniqueIds: [device.uniqueId], position: positionOf(position) } as const;
  return { session: { uniqueId: device.uniqueId }, messages: [message], replies: [] };
}

function positionOf(sent: ForwardedPosition['position']): DecodedPosition {
  const course = sent.course ?? undefined;
  const deviceTimeMs = msOf(sent.deviceTime);
  return {
    fixTimeMs: msOf(sent.fixTime) ?? 0,
    ...(deviceTimeMs !== undefined && { deviceTimeMs }),
    valid: sent.valid ?? true,
    ...(sent.outdated && { outdated: true }),
    latitude: sent.latitude,
    longitude: sent.longitude,
    ...given('altitude', sent.altitude),
    ...given('speedKnots', sent.speed),
    ...given('course', course === undefined ? undefined : ((course % 360) + 360) % 360),
    ...given('accuracy', sent.accuracy),
    attributes: attributesOf(sent.attributes ?? {}),
  };
}

const given = <Key extends string>(key: Key, value: number | null | undefined) =>
  (value === null || value === undefined ? {} : { [key]: value }) as Partial<Record<Key, number>>;

/** Without an offset a time is UTC. */
function msOf(text: string | null | undefined): number | undefined {
  if (!text) return undefined;
  return Date.parse(/(?:z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
}

function attributesOf(sent: Readonly<Record<string, unknown>>): Attributes {
  const attributes: Attributes = {};
  for (const [key, value] of Object.entries(sent)) {
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (isPlain && !countedThere.has(key)) attributes[key] = value;
  }
  return attributes;
}

/** The same with every position marked as forwarded. */
function withMark(decoded: Decoded): Decoded {
  const messages = decoded.messages.map((message) => {
    if (message.kind !== 'position') return message;
    const { attributes } = message.position;
    const position = { ...message.position, attributes: { ...attributes, [forwardedAttribute]: true } };
    return { ...message, position };
  });
  return { ...decoded, messages };
}

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

/** Positions that another server forwards, or that a client sends with a key: whose is asked before they are taken. */
export interface ForwardedRequest extends OsmandRequest {
  /** The body as the field's JSON; absent where the request is read as OsmAnd's. */
  readonly forwarded?: ForwardedPosition;
}

/**
 * `stored`: everything in the request is committed. `refused`: its device is unknown or disabled, or not the sender's.
 * `not-stored`: it was not taken, and should be sent again. Else why it cannot be read.
 */
export type ForwardedOutcome = 'stored' | 'refused' | 'not-stored' | DecodeError;

export type HandleForwarded = (
  request: ForwardedRequest,
  maySend: (deviceIds: readonly number[]) => Promise<boolean>,
) => Promise<ForwardedOutcome>;

const protocol = 'osmand';

/** What a request costs beside its address and body: headers, and the work of taking it. */
const requestOverheadBytes = 500;

const unregistered = 'the device is not registered';

const notTaken: OsmandAnswer = Object.freeze({ status: 503, body: 'not stored: send it again' });

export interface PositionRequests {
  handleOsmand(request: OsmandRequest): Promise<OsmandAnswer>;
  readonly handleForwarded: HandleForwarded;
}

export function createPositionRequests(
  ingestContext: IngestContext,
  protocols: readonly { readonly name: string }[],
): PositionRequests {
  const known: ReadonlySet<string> = new Set(protocols.map(({ name }) => name));
  const { clock, metrics } = ingestContext;
  const take = createTaking(ingestContext);
  const isTooMuch = ({ remoteAddress, url, body }: OsmandRequest): boolean => {
    metrics.frames.inc({ protocol });
    const allowance = ingestContext.addressBounds.bytesOf(remoteAddress);
    if (allowance.waitMs() > 0) {
      metrics.errors.inc({ protocol, code: 'too-many-bytes' });
      return true;
    }
    allowance.take(requestOverheadBytes + url.length + body.length);
    return false;
  };
  const decoderOf = (sent: OsmandRequest, receivedMs: number) => {
    const request = { ...sent, contentType: sent.contentType ?? '', body: Buffer.from(sent.body) };
    return (settings?: DecodeSettings) => {
      const context: DecodeContext = { receivedMs, transport: 'http', ...(settings && { settings }) };
      return decodeOsmandRequest(request, context);
    };
  };
  const bytesOf = ({ method, url, body }: OsmandRequest) => Buffer.from(`${method} ${url}\n${body}`);

  return {
    async handleOsmand(sent) {
      const receivedMs = clock.now();
      if (isTooMuch(sent)) return notTaken;
      const refuse = (code: string, body: string): OsmandAnswer => {
        metrics.errors.inc({ protocol, code });
        return { status: 400, body };
      };
      const outcome = await take({
        ...{ protocol, receivedMs, remoteAddress: sent.remoteAddress, bytes: bytesOf(sent) },
        decode: decoderOf(sent, receivedMs),
      });
      if (outcome === 'stored') return { status: 200, body: '' };
      if (outcome === 'not-stored') return notTaken;
      if (outcome === 'refused') return refuse('refused', unregistered);
      return refuse(outcome.code, outcome.message);
    },

    async handleForwarded(sent, maySend) {
      const receivedMs = clock.now();
      if (isTooMuch(sent)) return 'not-stored';
      const { forwarded } = sent;
      const named = forwarded?.position.protocol ?? protocol;
      const decode = forwarded ? () => forwardedDecoded(forwarded) : decoderOf(sent, receivedMs);
      return take({
        ...{ receivedMs, remoteAddress: sent.remoteAddress, bytes: bytesOf(sent), maySend },
        protocol: known.has(named) ? named : protocol,
        decode: (settings) => withMark(decode(settings)),
      });
    },
  };
}

interface Taking {
  readonly protocol: string;
  readonly receivedMs: number;
  readonly remoteAddress: string;
  readonly bytes: Uint8Array;
  decode(settings?: DecodeSettings): Decoded;
  /** Absent where whoever knows the identifier may send. */
  readonly maySend?: (deviceIds: readonly number[]) => Promise<boolean>;
}

/** Takes the positions of one request and waits until they are committed. */
function createTaking(ingestContext: IngestContext) {
  const { intake, limits, silence, mirrors } = ingestContext;
  /** Requests that wait in the queue. */
  let waiting = 0;

  return async (taking: Taking): Promise<ForwardedOutcome> => {
    const { protocol: name, receivedMs, remoteAddress, bytes, maySend } = taking;
    let decoded = taking.decode();
    if (decoded.error) return decoded.error;
    const recorder = createTrafficRecorder({
      ...ingestContext,
      ...{ protocol: name, transport: 'http', address: remoteAddress },
    });
    const record = () => {
      const read = decoded;
      recorder.readBy(() => read);
      recorder.received(bytes, receivedMs);
    };
    const origin = { protocol: name, address: remoteAddress };
    const conversationDevices = createConversationDevices(ingestContext.signIn, origin);
    let devices = conversationDevices.of(decoded.messages);
    if (devices instanceof Promise) {
      await devices;
      devices = conversationDevices.of(decoded.messages);
    }
    if (devices === 'refused' || devices instanceof Promise) {
      recorder.ofStranger(decoded.messages[0]?.uniqueIds[0]);
      record();
      return 'refused';
    }
    const senders: readonly IngestDevice[] = devices;
    const [device] = senders;
    if (maySend && !(await maySend([...new Set(senders.map(({ id }) => id))]))) return 'refused';
    if (!device || !intake.isOpen || waiting >= limits.waitingPeers) return 'not-stored';
    if (device.decodeSettings) decoded = taking.decode(device.decodeSettings);
    recorder.ofDevices(senders);
    record();
    if (!maySend) mirrors.tookRequest(senders);
    // every message of such a request is a position
    const push = () =>
      senders.flatMap((sender, index) => {
        const message = decoded.messages[index];
        if (!message) return [];
        silence.received(sender, receivedMs);
        return new Promise<Settlement>((settle) => {
          const entry = entryOf(message, sender, name, receivedMs, bytes, { settle });
          intake.push(maySend && entry.kind === 'position' ? { ...entry, isForwarded: true } : entry);
        });
      });
    waiting += 1;
    const pushed = await new Promise<readonly Promise<Settlement>[] | undefined>((resolve) => {
      const flow = { serve: () => resolve(push()), stopped: () => resolve(undefined) };
      intake.ask(flow, intake.writerOf(device.id));
    });
    waiting -= 1;
    if (!pushed) return 'not-stored';
    const ended = await Promise.all(pushed);
    if (ended.includes('removed')) return 'refused';
    return ended.every((settlement) => settlement === 'committed') ? 'stored' : 'not-stored';
  };
}
