/**
 * xexun: TK102, TK103, TK201 and their kin (`rmc-report.ts`), and the XT series (`xt-report.ts`). Every report names its
 * tracker; nothing is answered.
 * Source: Xexun "COMMUNICATIONPROTOCOL" (STC products); TK102-2 and TK103 user manuals.
 */
import { byteText } from '../byte-text.ts';
import { decodedAs, decodedError, heartbeatMessage, positionMessage } from '../decoded.ts';
import type { DecodeContext, Decoded, Frame, Protocol, TrackerSession } from '../protocol.ts';
import { xexunCommands } from './commands.ts';
import { xexunFacts } from './facts.ts';
import { readRmcReport } from './rmc-report.ts';
import { createXexunFramer, xexunMaxFrameBytes } from './xexun-framer.ts';
import { readXtReport } from './xt-report.ts';

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
