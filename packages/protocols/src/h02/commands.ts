/**
 * Commands to h02 trackers: `*HQ,ID,S20,HHmmss,1,1#`, the maker as the tracker writes it, the time of the command, and its
 * values. Answered by a V4 that repeats command and time. The attribute `h02.alternative` of the device says that the
 * unit takes D1 for the interval in place of S71.
 * Source: H02 protocol EN; SinoTrack "TQ GPRS transport protocol"; SinoTrack ST-901 manual for SMS.
 */
import { type CommandTemplate, createCommandEncoder } from '../command-encoder.ts';
import { textSetting } from '../device-settings.ts';
import type { CommandContext, CommandEncoder } from '../protocol.ts';

const usualMaker = 'HQ';
/** As SinoTrack's units leave the factory. */
const usualPassword = '0000';

function clockOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(11, 19).replaceAll(':', '');
}

function say(context: CommandContext, type: string, ...values: readonly (string | number)[]): string {
  const { maker } = context.session.memory ?? {};
  const id = context.session.uniqueId ?? context.uniqueId;
  const head = `*${typeof maker === 'string' ? maker : usualMaker},${id},${type},${clockOf(context.nowMs)}`;
  return `${[head, ...values].join(',')}#`;
}

function simply(type: string, ...values: readonly (string | number)[]): CommandTemplate {
  return (_values, context) => say(context, type, ...values);
}

const periodWords: CommandTemplate = (values, context) => {
  const seconds = values.number('frequency');
  if (seconds < 1 || seconds > 65_535) return undefined;
  return context.settings['h02.alternative'] === true
    ? say(context, 'D1', seconds)
    : say(context, 'S71', 22, seconds);
};

const smsWords: readonly (readonly [pattern: RegExp, text: (password: string) => string])[] = [
  [/,S20,\d{6},1,1#$/, (password) => `940${password}`],
  [/,S20,\d{6},1,0#$/, (password) => `941${password}`],
  [/,R1,\d{6}#$/, () => 'RESTART'],
];

function smsOf(text: string, { settings }: CommandContext): string {
  const form = smsWords.find(([pattern]) => pattern.test(text));
  return form ? form[1](textSetting(settings, 'devicePassword') ?? usualPassword) : text;
}

export const h02Commands: CommandEncoder = createCommandEncoder({
  longest: 400,
  templates: {
    /** A whole command as it is. */
    custom: (values) => values.text('data'),
    engineStop: simply('S20', 1, 1),
    engineResume: simply('S20', 1, 0),
    alarmArm: simply('SCF', 0, 0),
    alarmDisarm: simply('SCF', 1, 1),
    positionPeriodic: periodWords,
    rebootDevice: simply('R1'),
    getDeviceStatus: simply('S26'),
  },
  silent: ['getDeviceStatus'],
  seal: (text) => Buffer.from(text, 'latin1'),
  sms: smsOf,
});
