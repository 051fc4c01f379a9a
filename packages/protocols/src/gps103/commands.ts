/**
 * Commands to gps103 trackers: `**,imei:ID,J;`, a letter with its values between commas. A unit set to protocol `in`
 * takes numbers in place of letters (`109`): it is spoken to as it names its own reports, or as the device's attribute
 * `gps103.alternative` says. Answered by a report whose keyword is the letter with a `t` (`jt`), or the number.
 * By SMS the same are words before the password (`stop123456`).
 * Source: Coban "GPRS protocol", protocol 12 out and in; GPS103 and TK303 user manuals.
 */
import { type CommandTemplate, createCommandEncoder } from '../command-encoder.ts';
import { textSetting } from '../device-settings.ts';
import type { CommandContext, CommandEncoder, WireContext } from '../protocol.ts';
import { minutesAhead } from '../wire/tracker-clock.ts';

/** As the units leave the factory. */
const usualPassword = '123456';

interface Order {
  readonly letter: string;
  readonly number: string;
  /** Before the password; `values` are those behind the letter. */
  sms(password: string, values: readonly string[]): string;
}

const plain = (letter: string, number: string, word: string): Order => ({
  letter,
  number,
  sms: (password, values) => [`${word}${password}`, ...values].join(' '),
});

const orders = {
  single: plain('B', '100', 'smslink'),
  periodic: {
    letter: 'C',
    number: '101',
    sms: (password, [period = '']) => `fix${period.padStart(4, '0')}***n${password}`,
  },
  stopTrack: plain('D', '102', 'nofix'),
  speedLimit: plain('H', '107', 'speed'),
  timezone: plain('I', '108', 'time zone'),
  cut: plain('J', '109', 'stop'),
  resume: plain('K', '110', 'resume'),
  arm: plain('L', '111', 'arm'),
  disarm: plain('M', '112', 'disarm'),
} satisfies Record<string, Order>;

function usesNumericCommands({ settings, session }: CommandContext): boolean {
  const set = settings['gps103.alternative'];
  return typeof set === 'boolean' ? set : session.memory?.numbers === true;
}

function say(order: Order, context: CommandContext, ...values: readonly string[]): string {
  return [usesNumericCommands(context) ? order.number : order.letter, ...values].join(',');
}

function simply(order: Order): CommandTemplate {
  return (_values, context) => say(order, context);
}

const periodUnits = [
  ['h', 3600],
  ['m', 60],
  ['s', 1],
] as const;

/** `20s`, `05m`, `02h`: two digits of the largest unit that says it exactly. */
function periodOf(seconds: number): string | undefined {
  const exact = periodUnits.find(
    ([, size]) => seconds % size === 0 && seconds >= size && seconds / size < 100,
  );
  return exact && `${String(seconds / exact[1]).padStart(2, '0')}${exact[0]}`;
}

/** Whole hours east of UTC, as the zone's clock is today; undefined where it is at a half. */
function hoursOf(zone: string, nowMs: number): string | undefined {
  const minutes = minutesAhead(zone, nowMs);
  return minutes !== undefined && minutes % 60 === 0 ? String(minutes / 60) : undefined;
}

const speedWords: CommandTemplate = (values, context) => {
  const kph = values.text('data').trim();
  return /^\d{1,3}$/.test(kph) ? say(orders.speedLimit, context, kph.padStart(3, '0')) : undefined;
};

function seal(text: string, { uniqueId }: WireContext): Uint8Array {
  const whole = text.startsWith('**,') ? text : `**,imei:${uniqueId},${text}`;
  return Buffer.from(whole.endsWith(';') ? whole : `${whole};`, 'latin1');
}

function smsOf(text: string, { settings }: CommandContext): string {
  const [code, ...values] = text.split(',');
  const order: Order | undefined = Object.values(orders).find(
    ({ letter, number }) => code === letter || code === number,
  );
  return order ? order.sms(textSetting(settings, 'devicePassword') ?? usualPassword, values) : text;
}

export const gps103Commands: CommandEncoder = createCommandEncoder({
  longest: 200,
  templates: {
    /** What follows the id, or a whole command. */
    custom: (values) => values.text('data'),
    engineStop: simply(orders.cut),
    engineResume: simply(orders.resume),
    alarmArm: simply(orders.arm),
    alarmDisarm: simply(orders.disarm),
    positionSingle: simply(orders.single),
    positionPeriodic: (values, context) => {
      const period = periodOf(values.number('frequency'));
      return period && say(orders.periodic, context, period);
    },
    positionStop: simply(orders.stopTrack),
    setTimezone: (values, context) => {
      const hours = hoursOf(values.text('timezoneName'), context.nowMs);
      return hours && say(orders.timezone, context, hours);
    },
    setSpeedLimit: speedWords,
    requestPhoto: () => '160',
  },
  silent: ['positionSingle', 'positionPeriodic'],
  seal,
  sms: smsOf,
});
