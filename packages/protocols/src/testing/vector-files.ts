/**
 * Vectors as data: what a tracker sends on one connection (or as datagrams), and everything that must come of it.
 * A vector states times as ISO text and speeds in the unit of its document; here they become the contract's.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type {
  DecodeContext,
  Protocol,
  Reply,
  TrackerMessage,
  TrackerSession,
  Transport,
} from '../protocol.ts';
import { protocols } from '../registry.ts';

type StatedPosition = Record<string, unknown> & {
  fixTime: string;
  deviceTime?: string;
  speedKph?: number;
  speedMps?: number;
};

interface Stated {
  readonly name: string;
  readonly source: string;
  readonly transport: Transport;
  readonly session?: TrackerSession;
  readonly timezone?: string;
  /** Of the device, where its setting changes how it is read. */
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** Nothing of the kind comes later on a connection. */
  readonly onlyFirst?: boolean;
  /** What is sent, in pieces: hexadecimal, or text with \r and \n. */
  readonly hex?: readonly string[];
  readonly text?: readonly string[];
  readonly expect: {
    readonly messages: readonly (Record<string, unknown> & { position?: StatedPosition })[];
    readonly replies?: readonly {
      readonly after: Reply['after'];
      readonly hex?: string;
      readonly text?: string;
    }[];
    readonly errors?: readonly string[];
  };
}

export interface Vector {
  readonly title: string;
  readonly onlyFirst: boolean;
  readonly protocol: Protocol;
  readonly pieces: readonly Uint8Array[];
  readonly session: TrackerSession;
  readonly context: DecodeContext;
  readonly messages: readonly unknown[];
  readonly replies: readonly { readonly after: string; readonly hex: string }[];
  readonly errors: readonly string[];
}

/** The server's clock in every vector. */
const receivedMs = Date.UTC(2024, 9, 5, 15);

function positionOf({ fixTime, deviceTime, speedKph, speedMps, ...rest }: StatedPosition): unknown {
  return {
    ...rest,
    fixTimeMs: Date.parse(fixTime),
    ...(deviceTime !== undefined && { deviceTimeMs: Date.parse(deviceTime) }),
    ...(speedKph !== undefined && { speedKnots: speedKph / 1.852 }),
    ...(speedMps !== undefined && { speedKnots: (speedMps * 3.6) / 1.852 }),
  };
}

function bytesOf({
  hex = [],
  text = [],
}: {
  hex?: readonly string[];
  text?: readonly string[];
}): Uint8Array[] {
  const packed = hex.map((piece) => new Uint8Array(Buffer.from(piece.replace(/\s/g, ''), 'hex')));
  return [...packed, ...text.map((piece) => new Uint8Array(Buffer.from(piece, 'utf8')))];
}

function vectorOf(protocol: Protocol, stated: Stated): Vector {
  const { expect, transport, timezone, attributes } = stated;
  const settings = { ...(timezone !== undefined && { timezone }), ...(attributes && { attributes }) };
  return {
    title: `${protocol.name}: ${stated.name}`,
    protocol,
    onlyFirst: stated.onlyFirst ?? false,
    pieces: bytesOf(stated),
    session: stated.session ?? {},
    context: { receivedMs, transport, ...(Object.keys(settings).length > 0 && { settings }) },
    messages: expect.messages.map((message) =>
      message.position ? { ...message, position: positionOf(message.position) } : message,
    ),
    replies: (expect.replies ?? []).map(({ after, hex, text }) => ({
      after,
      hex: hex?.toLowerCase() ?? Buffer.from(text ?? '').toString('hex'),
    })),
    errors: expect.errors ?? [],
  };
}

function vectorsIn(protocol: Protocol): Vector[] {
  const folder = new URL(`../${protocol.name}/vectors/`, import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.flatMap((file) =>
    (JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Stated[]).map((row) =>
      vectorOf(protocol, row),
    ),
  );
}

export const vectors: readonly Vector[] = protocols.flatMap(vectorsIn);

export interface Outcome {
  readonly messages: TrackerMessage[];
  readonly replies: { after: string; hex: string }[];
  readonly errors: string[];
}

/** What comes of the chunks on one connection, or of each chunk as a datagram. */
export function outcomeOf(vector: Vector, chunks: readonly Uint8Array[]): Outcome {
  const { protocol, context } = vector;
  const framer = protocol.createFramer();
  const outcome: Outcome = { messages: [], replies: [], errors: [] };
  let { session } = vector;
  for (const chunk of chunks) {
    const { frames, error } =
      context.transport === 'udp' ? { frames: [chunk], error: undefined } : framer.push(chunk);
    for (const frame of frames) {
      const decoded = protocol.decode(frame, session, context);
      session = decoded.session;
      outcome.messages.push(...decoded.messages);
      for (const { after, bytes } of decoded.replies) {
        outcome.replies.push({ after, hex: Buffer.from(bytes).toString('hex') });
      }
      if (decoded.error) outcome.errors.push(decoded.error.code);
    }
    if (error) {
      outcome.errors.push(error.code);
      break;
    }
  }
  return outcome;
}
