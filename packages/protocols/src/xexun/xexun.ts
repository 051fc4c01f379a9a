/**
 * xexun: TK102, TK103, TK201 and their kin and the XT series (`report.ts`). Every report names its
 * tracker; nothing is answered.
 * Source: Xexun "COMMUNICATIONPROTOCOL" (STC products); TK102-2 and TK103 user manuals.
 */

import { decodedAs, decodedError, heartbeatMessage, positionMessage } from '../decoded.ts';
import type { DecodeContext, Decoded, Frame, Protocol, ProtocolFacts, TrackerSession } from '../protocol.ts';
import { byteText } from '../wire/byte-text.ts';
import { xexunCommands } from './commands.ts';
import { readRmcReport, readXtReport } from './report.ts';
import { createXexunFramer, xexunMaxFrameBytes } from './xexun-framer.ts';

const xexunFacts: ProtocolFacts = Object.freeze({
  models: [
    'Xexun: TK102, TK102-2, TK103, TK103-2, TK201, TK202, TK203, XT008, XT009, XT011, XT013',
    'Clones of TK102 that write GPRMC and imei',
  ],
  reads: [
    'Places by an NMEA sentence with IMEI, in the short form and in that with satellites, altitude, battery, charging and cell',
    'Events by word: help me, low battery, move, stockade, speed, ACC on and off',
    'Reports of the XT series in decimal degrees, and their sign of life',
  ],
  sources: [
    'Xexun, COMMUNICATIONPROTOCOL (GPRS format of STC products)',
    'Xexun TK102-2 and TK103 user manuals: GPRS transport protocol and SMS',
    'Public captures of TK103-2 and XT013, and public decoders',
  ],
});

function decode(frame: Frame, session: TrackerSession, context: DecodeContext): Decoded {
  const text = byteText(frame);
  const zone = context.settings?.timezone;
  const report = readXtReport(text, zone) ?? readRmcReport(text, zone, context.receivedMs);
  if (report) {
    const { uniqueId, draft } = report;
    const next = session.uniqueId === uniqueId ? session : { ...session, uniqueId };
    return decodedAs(next, [positionMessage([uniqueId], draft)]);
  }
  const alive = /^HI,(\d{6,20})\s*$/.exec(text)?.[1];
  if (alive !== undefined) return decodedAs({ ...session, uniqueId: alive }, [heartbeatMessage([alive])]);
  return decodedError(session, 'bad-value', 'a report whose fields do not fit');
}

export const xexun: Protocol = Object.freeze({
  name: 'xexun',
  port: 5006,
  transports: ['tcp'],
  idleTimeoutMs: 30 * 60_000,
  maxFrameBytes: xexunMaxFrameBytes,
  createFramer: createXexunFramer,
  decode,
  commands: xexunCommands,
  facts: xexunFacts,
} as const);
