/** Every protocol the product speaks. The server listens, and the simulator checks itself, from this one list. */

import { calamp } from './calamp/calamp.ts';
import { decodedAs, decodedError, heartbeatMessage, positionMessage } from './decoded.ts';
import { easytrack } from './easytrack/easytrack.ts';
import { gl200 } from './gl200/gl200.ts';
import { gps103 } from './gps103/gps103.ts';
import { gt06 } from './gt06/gt06.ts';
import { h02 } from './h02/h02.ts';
import { jt808 } from './jt808/jt808.ts';
import { meiligao } from './meiligao/meiligao.ts';
import { meitrack } from './meitrack/meitrack.ts';
import { mxt } from './mxt/mxt.ts';
import { osmand } from './osmand/osmand.ts';
import type { DecodeContext, Decoded, Frame, Protocol, TrackerSession } from './protocol.ts';
import { suntech } from './suntech/suntech.ts';
import { teltonika } from './teltonika/teltonika.ts';
import { tk103 } from './tk103/tk103.ts';
import { totem } from './totem/totem.ts';
import { byteText } from './wire/byte-text.ts';
import { xexunCommands } from './xexun/commands.ts';
import { xexunFacts } from './xexun/facts.ts';
import { readRmcReport } from './xexun/rmc-report.ts';
import { createXexunFramer, xexunMaxFrameBytes } from './xexun/xexun-framer.ts';
import { readXtReport } from './xexun/xt-report.ts';

/**
 * xexun: TK102, TK103, TK201 and their kin (`rmc-report.ts`), and the XT series (`xt-report.ts`). Every report names its
 * tracker; nothing is answered.
 * Source: Xexun "COMMUNICATIONPROTOCOL" (STC products); TK102-2 and TK103 user manuals.
 */
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

const xexun: Protocol = Object.freeze({
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

export const protocols: readonly Protocol[] = Object.freeze([
  calamp,
  easytrack,
  gl200,
  gps103,
  gt06,
  h02,
  jt808,
  meiligao,
  meitrack,
  mxt,
  osmand,
  suntech,
  teltonika,
  tk103,
  totem,
  xexun,
]);
