/**
 * Commands to meitrack trackers: the words of the GPRS protocol in the envelope of `message.ts`, its identifier given back
 * by the answer. By SMS the same words follow the password: `0000,C01,0,12222`.
 *
 * C01,speed,ABCDE sets outputs 1 to 5 (0 off, 1 on, 2 as it is) below that speed, at once with 0; the relay is on output 1.
 * The answer to A10 is a report. A12 counts tens of seconds. B35 moves the clock of SMS alone: B36 would move that of the
 * reports, which are read as UTC. Source: Meitrack GPRS Protocol (MVT series 1.6, T333 1.4, T622 1.2), 3.
 */
import { type CommandTemplate, createCommandEncoder } from '../command-encoder.ts';
import { textSetting } from '../device-settings.ts';
import type { CommandEncoder } from '../protocol.ts';
import { minutesAhead } from '../wire/tracker-clock.ts';
import { sealMessage } from './message.ts';

/** As the tracker leaves the factory. */
const usualPassword = '0000';
const outputs = 5;
const maxPeriod = 65_535;

function outputWords(index: number, state: string): string | undefined {
  if (!(index >= 1 && index <= outputs) || !/^[01]$/.test(state)) return undefined;
  return `C01,0,${'2'.repeat(index - 1)}${state}${'2'.repeat(outputs - index)}`;
}

/** Trackers with an alarm of their own are armed by B21; the others by output 3, to which a siren is wired. */
function arming(state: '0' | '1'): CommandTemplate {
  return (_values, { settings }) =>
    settings['meitrack.alternative'] === true ? `B21,${state}` : `C01,0,22${state === '1' ? '1' : '0'}22`;
}

function periodWords(seconds: number): string | undefined {
  const tens = seconds === 0 ? 0 : Math.max(1, Math.round(seconds / 10));
  return tens <= maxPeriod ? `A12,${tens}` : undefined;
}

/** The message's comma would be one more field, and its asterisk the end. */
function smsWords(phone: string, message: string): string | undefined {
  return /^\+?\d{3,15}$/.test(phone) && !message.includes('*') ? `C02,0,${phone},${message}` : undefined;
}

function speedWords(limit: string): string | undefined {
  return /^\d{1,3}$/.test(limit) && Number(limit) <= 255 ? `B07,${Number(limit)}` : undefined;
}

export const meitrackCommands: CommandEncoder = createCommandEncoder({
  longest: 1024,
  templates: {
    /** The command and its parameters: `A10`. */
    custom: (values) => values.text('data'),
    engineStop: () => outputWords(1, '1'),
    engineResume: () => outputWords(1, '0'),
    outputControl: (values) => outputWords(values.number('index'), values.text('data')),
    alarmArm: arming('1'),
    alarmDisarm: arming('0'),
    positionSingle: () => 'A10',
    positionPeriodic: (values) => periodWords(values.number('frequency')),
    positionStop: () => 'A12,0',
    setSpeedLimit: (values) => speedWords(values.text('data')),
    setTimezone: (values, { nowMs }) => {
      const minutes = minutesAhead(values.text('timezoneName'), nowMs);
      return minutes === undefined ? undefined : `B35,${minutes}`;
    },
    sendSms: (values) => smsWords(values.text('phone'), values.text('message')),
    rebootDevice: () => 'F01',
    factoryReset: () => 'F11',
    getVersion: () => 'E91',
  },
  silent: ['positionSingle'],
  seal: (text, { uniqueId, sequence }) =>
    sealMessage(String.fromCharCode(0x41 + (sequence % 26)), uniqueId, text),
  sms: (text, { settings }) => `${textSetting(settings, 'devicePassword') ?? usualPassword},${text}`,
});
