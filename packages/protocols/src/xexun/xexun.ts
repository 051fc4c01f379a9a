/**
 * xexun: TK102, TK103, TK201 and their kin and the XT series (`report.ts`). Every report names its
 * tracker; nothing is answered.
 * Source: Xexun "COMMUNICATIONPROTOCOL" (STC products); TK102-2 and TK103 user manuals.
 */

import { type CommandTemplate, createCommandEncoder } from '../command-encoder.ts';
import { decodedAs, decodedError, heartbeatMessage, positionMessage } from '../decoded.ts';
import { textSetting } from '../device-settings.ts';
import type {
  CommandContext,
  CommandEncoder,
  DecodeContext,
  Decoded,
  Frame,
  Protocol,
  ProtocolFacts,
  TrackerSession,
} from '../protocol.ts';
import { byteText } from '../wire/byte-text.ts';
import { readRmcReport, readXtReport } from './report.ts';
import { createXexunFramer, xexunMaxFrameBytes } from './xexun-framer.ts';

/**
 * Commands to xexun trackers are the words of their SMS, on the connection as in a message: a word, the password, a value
 * (`powercar123456 11`). Nothing ends them. The password is the device's attribute `devicePassword`.
 * Source: Xexun TK103 user manual; TK102-2 user manual for the interval.
 */
/** As the units leave the factory. */
const usualPassword = '123456';

function passwordOf({ settings }: CommandContext): string {
  return textSetting(settings, 'devicePassword') ?? usualPassword;
}

const powerCar =
  (state: '00' | '11'): CommandTemplate =>
  (_values, context) =>
    `powercar${passwordOf(context)} ${state}`;

const units = [
  ['h', 3600],
  ['m', 60],
  ['s', 1],
] as const;

/** `t030s***n123456`: three digits of the largest unit that says it exactly, without end. */
const periodWords: CommandTemplate = (values, context) => {
  const seconds = values.number('frequency');
  const exact = units.find(([, size]) => seconds % size === 0 && seconds >= size && seconds / size < 1000);
  if (!exact || seconds < 20) return undefined;
  return `t${String(seconds / exact[1]).padStart(3, '0')}${exact[0]}***n${passwordOf(context)}`;
};

const xexunCommands: CommandEncoder = createCommandEncoder({
  longest: 160,
  templates: {
    custom: (values) => values.text('data'),
    engineStop: powerCar('11'),
    engineResume: powerCar('00'),
    positionPeriodic: periodWords,
    positionStop: (_values, context) => `notn${passwordOf(context)}`,
  },
  silent: ['engineStop', 'engineResume', 'positionPeriodic', 'positionStop'],
  seal: (text) => Buffer.from(text, 'latin1'),
});

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
  const report = readXtReport(frame, text, zone) ?? readRmcReport(frame, text, zone, context.receivedMs);
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
