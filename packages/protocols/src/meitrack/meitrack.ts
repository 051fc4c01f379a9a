/**
 * meitrack: Meitrack's MVT, T, MT, TC and P series. The envelope is described in `message.ts`, reports in `text-report.ts`,
 * `compressed-report.ts` and `element-report.ts`. Every message names its tracker; there is no sign-in.
 */

import { byTransport, decodeDatagram } from '../datagram.ts';
import { decodedAs, decodedError, heartbeatMessage, positionMessage } from '../decoded.ts';
import type { PositionDraft } from '../position-draft.ts';
import type {
  DecodeContext,
  Decoded,
  Frame,
  Protocol,
  ProtocolFacts,
  Reply,
  TrackerSession,
} from '../protocol.ts';
import { byteText, isPrintable, withoutControls } from '../wire/byte-text.ts';
import { meitrackCommands } from './commands.ts';
import { readCompressedBatch } from './compressed-report.ts';
import { readElementBatch } from './element-report.ts';
import { createMeitrackFramer, meitrackMaxFrameBytes } from './meitrack-framer.ts';
import { type Message, openMessage, sealMessage } from './message.ts';
import { readTextReport } from './text-report.ts';

const meitrackFacts: ProtocolFacts = Object.freeze({
  models: [
    'Meitrack MVT series: MVT100, MVT340, MVT380, MVT600, MVT800',
    'Meitrack T series: T1, T3, T311, T322X, T333, T355, T366, T366G, T366L, T399, T622, T633L, T711L',
    'Meitrack personal and asset trackers: MT90, P66, P88L, P99G, TC68, TC68S, K211G',
  ],
  reads: [
    'Text reports (AAA) with every ending of the models: card, fuel, temperatures, event data',
    'Batches of the cache: compressed (CCC) and of elements (CCE), with OBD, cells, Wi-Fi, tags, batteries',
    'Handshakes (AAC), answers to commands, pieces of pictures (as signs of life)',
    'TCP, and UDP with one or several messages in a datagram',
  ],
  sources: [
    'Meitrack GPRS Protocol: MVT100/MVT340/MVT380/MVT600/T1 1.21 and 1.6, T1/T333 1.4, T366 1.5, T622 1.2, T633L 1.0, P88L 1.3',
    'Public decoders, for the compressed report and elements that no document at hand describes',
  ],
});

/** A picture's pieces, and that one is ready: nothing here keeps pictures. */
const pictureCommands: ReadonlySet<string> = new Set(['D00', 'D01', 'D03']);

function sessionOf(session: TrackerSession, imei: string): TrackerSession {
  return session.uniqueId === imei ? session : { ...session, uniqueId: imei };
}

function batch(
  { identifier, imei, command }: Message,
  session: TrackerSession,
  drafts: readonly PositionDraft[] | undefined,
): Decoded {
  if (!drafts) return decodedError(session, 'bad-length', `reports that do not fill their ${command}`);
  const messages = drafts.map((draft) => positionMessage([imei], draft));
  const answer = sealMessage(identifier, imei, `CCC,${drafts.length}`);
  const replies: Reply[] = command === 'CCC' ? [{ after: 'commit', bytes: answer }] : [];
  return decodedAs(session, messages, replies);
}

function decodeText(message: Message, session: TrackerSession, context: DecodeContext): Decoded {
  const { imei, command, body } = message;
  const text = byteText(body);
  const draft = readTextReport(text.split(','), context);
  if (draft) {
    if (command !== 'AAA') draft.attributes.type = command;
    return decodedAs(session, [positionMessage([imei], draft)]);
  }
  if (command === 'AAA') return decodedError(session, 'bad-value', 'a report whose fields do not fit');
  if (pictureCommands.has(command) || !isPrintable(body))
    return decodedAs(session, [heartbeatMessage([imei])]);
  const result = withoutControls(text === '' ? command : `${command},${text}`);
  return decodedAs(session, [{ kind: 'commandResult', uniqueIds: [imei], result }]);
}

function decodeMessage(frame: Frame, before: TrackerSession, context: DecodeContext): Decoded {
  const message = openMessage(frame);
  if ('code' in message) return decodedError(before, message.code, message.message);
  const { imei, identifier, command, body } = message;
  const session = sessionOf(before, imei);
  if (command === 'CCC') return batch(message, session, readCompressedBatch(body, context.settings));
  if (command === 'CCE' || command === 'CFF') {
    return batch(message, session, readElementBatch(body, context));
  }
  if (command === 'AAC') {
    const welcome: Reply = { after: 'login', bytes: sealMessage(identifier, imei, 'AAC,1') };
    return decodedAs(session, [{ kind: 'login', uniqueIds: [imei] }], [welcome]);
  }
  return decodeText(message, session, context);
}

export const meitrack: Protocol = Object.freeze({
  name: 'meitrack',
  port: 5020,
  transports: ['tcp', 'udp'],
  idleTimeoutMs: 60 * 60_000,
  maxFrameBytes: meitrackMaxFrameBytes,
  createFramer: createMeitrackFramer,
  decode: byTransport(decodeMessage, decodeDatagram(createMeitrackFramer, decodeMessage)),
  commands: meitrackCommands,
  facts: meitrackFacts,
} as const);
