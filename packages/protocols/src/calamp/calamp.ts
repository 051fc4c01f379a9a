/**
 * calamp: units of CalAmp over LM Direct, in datagrams alone. The message is described in `datagram.ts`, reports in
 * `report.ts`, what a unit says of itself in `unit-report.ts`.
 */
import { decodedAs, decodedError, heartbeatMessage, positionMessage } from '../decoded.ts';
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
import { calampCommands } from './commands.ts';
import { acknowledgementOf, type Message, messageTypes, openDatagram, services } from './datagram.ts';
import { readReport } from './report.ts';
import { readAnswer, readIdentity } from './unit-report.ts';
import { unitSettingsOf } from './unit-settings.ts';

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
