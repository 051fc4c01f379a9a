/**
 * Commands to meiligao trackers: on the connection a command's number and its data in hexadecimal, in the packet of
 * `packet.ts`; by SMS the words of the same command, `W<password>,number,values`.
 *
 * 0x4115 opens (1) or closes (0) output 1, which drives the relay; 0x4114 sets outputs 1 to 5 in five bytes, 2 leaving one
 * as it is. 0x4102 counts tens of seconds, 0x4105 tens of km/h. The answer to 0x4101 is a report, to 0x4102 it is 0x5100,
 * to all others the command's own number. Source: Meiligao GPRS Communication Protocol 1.45 and 2.1, II; VT310 and VT300
 * user guides for SMS.
 *
 * The attribute `meiligao.alternative` of a device cuts by 0x4114.
 */
import { type CommandTemplate, createCommandEncoder } from '../command-encoder.ts';
import { textSetting } from '../device-settings.ts';
import type { CommandContext, CommandEncoder } from '../protocol.ts';
import { minutesAhead } from '../wire/tracker-clock.ts';
import { idBytes, sealPacket } from './packet.ts';

const usualPassword = '000000';
const outputs = 5;

function hex(value: number, bytes: number): string {
  return value.toString(16).padStart(bytes * 2, '0');
}

function ascii(text: string, bytes = text.length): string {
  return Buffer.from(text, 'latin1')
    .toString('hex')
    .padEnd(bytes * 2, '0');
}

function relay(state: 0 | 1): CommandTemplate {
  return (_values, { settings }) =>
    settings['meiligao.alternative'] === true ? outputsWords(1, state) : `4115${hex(state, 1)}`;
}

function outputsWords(index: number, state: number): string {
  return `4114${Array.from({ length: outputs }, (_, at) => hex(at === index - 1 ? state : 2, 1)).join('')}`;
}

/** Number and state of an output, where they are one. */
function outputOf(index: number, state: string): [index: number, state: number] | undefined {
  return index >= 1 && index <= outputs && /^[01]$/.test(state) ? [index, Number(state)] : undefined;
}

function tensOf(seconds: number): number | undefined {
  const tens = seconds === 0 ? 0 : Math.max(1, Math.round(seconds / 10));
  return tens <= 0xffff ? tens : undefined;
}

function tensOfKph(limit: string): number | undefined {
  const tens = /^\d{1,3}$/.test(limit) ? Math.round(Number(limit) / 10) : 21;
  return tens <= 20 ? tens : undefined;
}

/** Radii that the alarm of movement knows, metres. */
const radii: readonly number[] = Object.freeze([0, 30, 50, 100, 200, 300, 500, 1000, 2000]);

/** The least of them that holds the one wished for. */
function radiusCode(metres: number): number | undefined {
  const code = radii.findIndex((radius) => radius >= metres);
  return code < 0 ? undefined : code;
}

const phone = /^\+?\d{3,15}$/;

function number(command: string, value: number | undefined, bytes: number): string | undefined {
  return value === undefined ? undefined : `${command}${hex(value, bytes)}`;
}

const onConnection = createCommandEncoder({
  longest: 2000,
  templates: {
    /** Number and data in hexadecimal: `4101`, `4114 0100020202`. */
    custom: (values) =>
      /^[0-9a-f]{4}(?:[0-9a-f]{2})*$/.exec(values.text('data').replace(/\s/g, '').toLowerCase())?.[0],
    engineStop: relay(1),
    engineResume: relay(0),
    outputControl: (values) => {
      const output = outputOf(values.number('index'), values.text('data'));
      return output && outputsWords(...output);
    },
    positionSingle: () => '4101',
    positionPeriodic: (values) => number('4102', tensOf(values.number('frequency')), 2),
    positionStop: () => '41020000',
    setSpeedLimit: (values) => number('4105', tensOfKph(values.text('data')), 1),
    movementAlarm: (values) => number('4106', radiusCode(values.number('radius')), 1),
    sosNumber: (values) => {
      const [index, phoneNumber] = [values.number('index'), values.text('phone')];
      if (index < 1 || index > 3 || !phone.test(phoneNumber)) return undefined;
      return `4103${hex(index, 1)}${ascii(phoneNumber, 16)}${ascii(phoneNumber, 16)}`;
    },
    setTimezone: (values, { nowMs }) => {
      const minutes = minutesAhead(values.text('timezoneName'), nowMs);
      return minutes === undefined ? undefined : `4132${ascii(String(minutes))}`;
    },
    rebootDevice: () => '4902',
    factoryReset: () => '4110',
    deviceIdentification: () => '9001',
  },
  silent: ['positionSingle'],
  seal: (words, { uniqueId }) =>
    sealPacket(idBytes(uniqueId), Number.parseInt(words.slice(0, 4), 16), Buffer.from(words.slice(4), 'hex')),
});

function sms(number: string, values?: string): string {
  return values === undefined ? number : `${number},${values}`;
}

const bySms = createCommandEncoder({
  longest: 140,
  templates: {
    /** What follows the password: `020,1,1`. */
    custom: (values) => values.text('data'),
    engineStop: () => sms('020', '1,1'),
    engineResume: () => sms('020', '1,0'),
    outputControl: (values) => {
      const output = outputOf(values.number('index'), values.text('data'));
      return output && sms('020', output.join(','));
    },
    positionSingle: () => sms('000'),
    positionPeriodic: (values) => {
      const tens = tensOf(values.number('frequency'));
      return tens === undefined ? undefined : sms('014', String(tens).padStart(5, '0'));
    },
    positionStop: () => sms('014', '00000'),
    setSpeedLimit: (values) => {
      const tens = tensOfKph(values.text('data'));
      return tens === undefined ? undefined : sms('005', String(tens).padStart(2, '0'));
    },
    movementAlarm: (values) => {
      const code = radiusCode(values.number('radius'));
      return code === undefined ? undefined : sms('006', String(code).padStart(2, '0'));
    },
    factoryReset: () => sms('990', '099###'),
  },
  seal: (words) => Buffer.from(words, 'latin1'),
  sms: (words, { settings }: CommandContext) =>
    `W${textSetting(settings, 'devicePassword') ?? usualPassword},${words}`,
});

export const meiligaoCommands: CommandEncoder = Object.freeze({
  types: onConnection.types,
  silentTypes: onConnection.silentTypes,
  encode: onConnection.encode,
  words: onConnection.words,
  text: bySms.text,
});
