/**
 * calamp: units of CalAmp over LM Direct, in datagrams alone. The message is described in `datagram.ts`, reports in
 * `report.ts`, what a unit says of itself in `unit-report.ts`.
 */
import { decodedAs, decodedError, heartbeatMessage, positionMessage } from '../decoded.ts';
import type { AttributeDraft } from '../position-draft.ts';
import type {
  DecodeContext,
  Decoded,
  DecodeError,
  Frame,
  Framer,
  Protocol,
  ProtocolFacts,
  TrackerMessage,
  TrackerSession,
} from '../protocol.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { hexText } from '../wire/byte-text.ts';
import { calampCommands } from './commands.ts';
import { acknowledgementOf, type Message, messageTypes, openDatagram, services } from './datagram.ts';
import { readReport } from './report.ts';
import { unitSettingsOf } from './unit-settings.ts';

/**
 * What a unit says of itself (3) and of a command (1, 6). Type 3:
 *
 *     script u8 | configuration u8 | version 3 | class u8 | unit u8 | modem u8 | application u8 | kind of id u8 | query u32 |
 *     ESN 8 | IMEI 8 | IMSI 8 | phone 8 | card 10, packed decimals filled up with F
 *
 * Type 1: type of what is answered, result, a free byte, version 3. Type 6: action (2 read, 3 written), then parameters.
 */

interface UnitIdentity {
  readonly attributes: AttributeDraft;
  /** Other names of the same unit: IMEI and ESN. */
  readonly names: readonly string[];
}

function digitsOf(reader: ByteReader, bytes: number): string {
  const digits = reader.hex(bytes).replace(/f/g, '');
  return /^\d*[1-9]\d*$/.test(digits) ? digits : '';
}

/** Type 3; undefined when its bytes are too few. */
function readIdentity(body: Uint8Array): UnitIdentity | undefined {
  const reader = new ByteReader(body);
  const attributes: AttributeDraft = {};
  attributes.scriptVersion = reader.u8();
  attributes.configurationVersion = reader.u8();
  const version = reader.text(3);
  if (/^[\x21-\x7e]+$/.test(version)) attributes.versionFw = version;
  reader.skip(1);
  attributes.status = String(reader.u8());
  reader.skip(1);
  attributes.versionHw = String(reader.u8());
  reader.skip(5);
  const serial = digitsOf(reader, 8);
  const imei = digitsOf(reader, 8);
  reader.skip(16);
  const card = digitsOf(reader, 10);
  if (reader.overrun) return undefined;
  if (card !== '') attributes.iccid = card;
  return { attributes, names: [imei, serial].filter((name) => name !== '') };
}

const results: readonly string[] = [
  'success',
  'failure',
  'message not supported',
  'operation not supported',
  'not passed on',
  'authentication failed',
  'unknown mobile id',
  'sequence repeated',
];

const acknowledgementBytes = 6;

/** Types 1 and 6 as words of an answer; undefined when their bytes are too few. */
function readAnswer({ type, body }: Message): string | undefined {
  if (type === messageTypes.configuration) {
    const action = body[0];
    if (action === undefined) return undefined;
    const words = action === 2 ? 'read' : action === 3 ? 'written' : `action ${action}`;
    return `parameters ${words} ${hexText(body, 1)}`.trim();
  }
  if (body.length < acknowledgementBytes) return undefined;
  const result = body[1] ?? 0;
  return `type ${body[0]} ${results[result] ?? `result ${result}`}`;
}

const calampFacts: ProtocolFacts = Object.freeze({
  models: [
    'CalAmp: LMU-700, LMU-800, LMU-1100, LMU-2630, LMU-3030, LMU-3640, LMU-4200 and other units of LM Direct',
    'CalAmp: TTU-700, TTU-2830, ATU-620',
  ],
  reads: [
    'Options: mobile id and its kind, authentication, routing, forwarding, redirection, ESN and VIN',
    'Event, locate and mini event reports with accumulators of both forms',
    'User and application data, long, short and with accumulators',
    'ID reports, null messages, acknowledgements, answers about parameters',
  ],
  sources: [
    'CalAmp: LM Direct reference guide 8.4.e.3 and PULS wiki; LMU users guide 1.0.6',
    'traccar: CalAmpProtocolDecoder; murilobsd/calamp-rs; Thiyaram/calamp',
  ],
});

/** Datagrams of a mobile network. */
const maxFrameBytes = 2048;

function sessionAfter({ options }: Message, session: TrackerSession): TrackerSession {
  const { id, idKind, serial } = options;
  const uniqueId = id ?? serial;
  const { memory } = session;
  if (uniqueId === undefined || (session.uniqueId === uniqueId && memory?.idKind === idKind)) return session;
  return { uniqueId, memory: { id: uniqueId, ...(idKind !== undefined && { idKind }) } };
}

function namesOf({ options }: Message, session: TrackerSession): string[] {
  const names = [session.uniqueId, options.serial].filter((name): name is string => name !== undefined);
  return [...new Set(names)];
}

function tooShort({ type, body }: Message): DecodeError {
  return { code: 'bad-length', message: `type ${type} of ${body.length} bytes` };
}

/** What the message reports, and after what it may be acknowledged. */
function messagesOf(
  message: Message,
  uniqueIds: readonly string[],
  context: DecodeContext,
): readonly TrackerMessage[] | DecodeError {
  const { type, options } = message;
  if (type === messageTypes.none || type === messageTypes.deviceVersion) return [heartbeatMessage(uniqueIds)];
  if (type === messageTypes.idReport) {
    const identity = readIdentity(message.body);
    if (!identity) return tooShort(message);
    const names = [...new Set([...uniqueIds, ...identity.names])];
    return [heartbeatMessage(names, identity.attributes)];
  }
  if (type === messageTypes.acknowledgement || type === messageTypes.configuration) {
    const result = readAnswer(message);
    return result === undefined ? tooShort(message) : [{ kind: 'commandResult', uniqueIds, result }];
  }
  if (type === messageTypes.unitRequest) {
    return { code: 'unknown-type', message: 'a unit request from a unit' };
  }
  const draft = readReport(message, context.receivedMs, unitSettingsOf(context));
  if (!draft) return tooShort(message);
  if (options.vin !== undefined) draft.attributes.vin = options.vin;
  return [positionMessage(uniqueIds, draft)];
}

function decode(frame: Frame, session: TrackerSession, context: DecodeContext): Decoded {
  const message = openDatagram(frame);
  if ('code' in message) return decodedError(session, message.code, message.message);
  const next = sessionAfter(message, session);
  const uniqueIds = namesOf(message, next);
  if (uniqueIds.length === 0) return decodedError(session, 'no-login', 'the datagram names no unit');
  const messages = messagesOf(message, uniqueIds, context);
  if ('code' in messages) return decodedError(session, messages.code, messages.message);
  if (message.service !== services.acknowledged) return decodedAs(next, messages);
  const isReport = messages.some(({ kind }) => kind === 'position');
  return decodedAs(next, messages, [
    { after: isReport ? 'commit' : 'login', bytes: acknowledgementOf(message) },
  ]);
}

/** Each chunk is a datagram: nothing is held between two of them. */
function createDatagramFramer(): Framer {
  return {
    pendingBytes: 0,
    push: (chunk) => {
      const message = openDatagram(chunk);
      if ('code' in message) return { frames: [], error: message };
      return { frames: [Uint8Array.from(chunk)] };
    },
  };
}

export const calamp: Protocol = Object.freeze({
  name: 'calamp',
  port: 5082,
  transports: ['udp'],
  idleTimeoutMs: 15 * 60_000,
  maxFrameBytes,
  createFramer: createDatagramFramer,
  decode,
  commands: calampCommands,
  facts: calampFacts,
} as const);
