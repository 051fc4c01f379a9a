/**
 * Commands to jt808 trackers. Each is put as `<type> <body>` in hexadecimal, or as `text <words>`, and sealed with the header
 * that the tracker itself uses.
 *
 * - 8103 parameters: count u8, then id u32, length u8, value; 8104 requests them, 8105 controls, 8107 asks what it is, 8201
 *   where it is (JT/T 808-2013, 8.9 to 8.21); 0310 are the parameters of Huabao's units.
 * - words go in 8300 (flags u8, in 2019 a kind u8 too), or in parameter F030 of the units of AOVX and Jimi's VL300.
 * - the engine is cut by 8105 with F0 and given back with F1; by `jt808.block` otherwise: `64` (64 and 65: SeeWorld, G10LS),
 *   `vl300` (#0;1 and #0;0), `a006` (1 or 0 and a clock), `8500` (1 or 0), `text` (RELAY,1# and RELAY,0#).
 *
 * Sources: JT/T 808-2013 and -2019; the G10LS document; traccar's JT808 encoder. The tracker answers with 0001.
 */
import { type CommandTemplate, createCommandEncoder } from '../command-encoder.ts';
import { textSetting } from '../device-settings.ts';
import type { CommandContext, CommandEncoder, TrackerSession, WireContext } from '../protocol.ts';
import { type Address, addressOf, sealPacket } from './packet.ts';

/** A body holds 1023 bytes; hexadecimal needs two characters each. */
const longest = 1800;

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const wide = (value: number): string => value.toString(16).padStart(8, '0');

function wordParameter(id: number, value: number): string {
  return `${wide(id)}04${wide(value >>> 0)}`;
}

function textParameter(id: number, text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  return wide(id) + bytes.length.toString(16).padStart(2, '0') + hex(bytes);
}

function setParameters(...parameters: readonly string[]): string {
  return `8103 ${parameters.length.toString(16).padStart(2, '0')}${parameters.join('')}`;
}

const mostSeconds = 0xffffffff;

/** The interval of reports: 0029 while it drives, 0027 while it sleeps. */
function interval(id: number, seconds: number): string | undefined {
  const fits = Number.isInteger(seconds) && seconds > 0 && seconds <= mostSeconds;
  return fits ? setParameters(wordParameter(id, seconds)) : undefined;
}

/** Digits of a person; anything else is no number. */
function typedNumber(text: string): number {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
}

const chinaMs = 8 * 3_600_000;

/** How an engine is cut, by the device's `jt808.block`; the same key gives it back. */
const blocks: ReadonlyMap<string, (blocks: boolean, context: CommandContext) => string> = new Map([
  ['f0', (isBlock) => `8105 ${isBlock ? 'f0' : 'f1'}`],
  ['64', (isBlock) => `8105 ${isBlock ? '64' : '65'}`],
  ['vl300', (isBlock) => `8105 ${hex(Buffer.from(isBlock ? '#0;1' : '#0;0'))}`],
  [
    'a006',
    (isBlock, { nowMs }) => {
      const clock = new Date(nowMs + chinaMs).toISOString().replace(/\D/g, '').slice(2, 14);
      return `a006 ${isBlock ? '01' : '00'}${clock}`;
    },
  ],
  ['8500', (isBlock) => `8500 ${isBlock ? '01' : '00'}`],
  ['text', (isBlock) => `text RELAY,${isBlock ? 1 : 0}#`],
]);

function engine(isBlock: boolean): CommandTemplate {
  return (_values, context) => {
    const way = textSetting(context.settings, 'jt808.block')?.toLowerCase() ?? 'f0';
    return blocks.get(way)?.(isBlock, context);
  };
}

/** A whole packet in hexadecimal goes as it is, other words as text. */
const custom: CommandTemplate = (values) => {
  const data = values.text('data').trim();
  const isPacket = data.length % 2 === 0 && /^(7e|e7)[\da-f]+(7e|e7)$/i.test(data);
  return isPacket ? `raw ${data}` : `text ${data}`;
};

function serverWords(server: string, port: number): string | undefined {
  if (!/^[\w.-]{1,100}$/.test(server)) return undefined;
  return setParameters(textParameter(0x0013, server), wordParameter(0x0018, port));
}

function addressIn({ memory }: TrackerSession, uniqueId: string): Address {
  if (typeof memory?.id !== 'string') return addressOf(uniqueId);
  return {
    id: memory.id,
    delimiter: memory.delimiter === 0xe7 ? 0xe7 : 0x7e,
    ...(typeof memory.version === 'number' && { version: memory.version }),
  };
}

/** 8300 or, for units that take words as a parameter, 8103 with F030. */
function textPacket(words: string, address: Address, { settings, sequence }: WireContext): Uint8Array {
  if (settings['jt808.parameterText'] === true) {
    const body = Buffer.from(`01${textParameter(0xf030, words.slice(0, 255))}`, 'hex');
    return sealPacket(address, 0x8103, sequence, body);
  }
  const flags = address.version === undefined ? [0x01] : [0x01, 0x01];
  return sealPacket(
    address,
    0x8300,
    sequence,
    Buffer.concat([Buffer.from(flags), Buffer.from(words, 'latin1')]),
  );
}

function seal(words: string, context: WireContext): Uint8Array {
  const blank = words.indexOf(' ');
  const kind = words.slice(0, blank);
  const rest = words.slice(blank + 1);
  if (kind === 'raw') return Uint8Array.from(Buffer.from(rest, 'hex'));
  const address = addressIn(context.session, context.uniqueId);
  const sequence = context.sequence & 0xffff;
  if (kind === 'text') return textPacket(rest, address, { ...context, sequence });
  return sealPacket(address, Number.parseInt(kind, 16), sequence, Buffer.from(rest, 'hex'));
}

/** What the same trackers take by SMS, where they take anything: Concox' words. */
const smsWords: ReadonlyMap<string, string> = new Map([
  ['8201 ', 'WHERE#'],
  ['8105 03', 'POWEROFF#'],
  ['8105 04', 'RESET#'],
  ['8105 05', 'FACTORY#'],
  ['8104 ', 'PARAM#'],
  ['8107 ', 'VERSION#'],
]);

function sms(words: string): string {
  if (words.startsWith('text ')) return words.slice(5);
  if (/^(8105 (f0|64|23303b31)|(a006|8500) 01)/.test(words)) return 'RELAY,1#';
  if (/^(8105 (f1|65|23303b30)|(a006|8500) 00)/.test(words)) return 'RELAY,0#';
  return smsWords.get(words) ?? words;
}

export const jt808Commands: CommandEncoder = createCommandEncoder({
  longest,
  templates: {
    custom,
    engineStop: engine(true),
    engineResume: engine(false),
    positionSingle: () => '8201 ',
    positionPeriodic: (values) => interval(0x0029, values.number('frequency')),
    motionInterval: (values) => interval(0x0029, typedNumber(values.text('data'))),
    stopInterval: (values) => interval(0x0027, typedNumber(values.text('data'))),
    setSpeedLimit: (values) => {
      const speedKph = typedNumber(values.text('data'));
      return speedKph <= 255 ? setParameters(wordParameter(0x0055, speedKph)) : undefined;
    },
    setConnection: (values) => serverWords(values.text('server'), values.number('port')),
    alarmArm: () => `0310 01240501${hex(Buffer.from('user'))}`,
    alarmDisarm: () => `0310 01240500${hex(Buffer.from('user'))}`,
    message: (values) => `text ${values.text('message')}`,
    powerOff: () => '8105 03',
    rebootDevice: () => '8105 04',
    factoryReset: () => '8105 05',
    deviceIdentification: () => '8107 ',
    getVersion: () => '8107 ',
    getDeviceStatus: () => '8104 ',
  },
  seal,
  sms,
});
