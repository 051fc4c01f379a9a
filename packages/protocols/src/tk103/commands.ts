/**
 * Commands to tk103 trackers: `(ID AV010)`, the id as the tracker writes it, a type and its data without a break. Answered
 * by the same number after a B (`BV010`). Vjoy Car and other units take the words of their SMS in brackets instead, as the
 * device's attribute `tk103.alternative` says: `[begin]sms2,*status*,[end]`.
 * Source: KX402 "GPRS Communication Protocol" 1.5; TK103 user manual for SMS; public encoders for the brackets.
 */
import { type CommandTemplate, createCommandEncoder } from '../command-encoder.ts';
import { textSetting } from '../device-settings.ts';
import type { CommandContext, CommandEncoder, WireContext } from '../protocol.ts';

/** As the units leave the factory. */
const usualPassword = '123456';

function isAlternative({ settings }: CommandContext): boolean {
  return settings['tk103.alternative'] === true;
}

/** The words of both forms; undefined where one has none. */
function both(compact: string | undefined, alternative: string | undefined): CommandTemplate {
  return (_values, context) => (isAlternative(context) ? alternative : compact);
}

function onlyAlternative(text: CommandTemplate): CommandTemplate {
  return (values, context) => (isAlternative(context) ? text(values, context) : undefined);
}

function enabled(on: string, off: string): CommandTemplate {
  return onlyAlternative((values) => (values.text('enable') === 'true' ? on : off));
}

/** Seconds of the interval in four hexadecimal digits; hours and minutes of the whole are 0, which is without end. */
function periodWords(seconds: number): string | undefined {
  if (seconds < 1 || seconds > 0xffff) return undefined;
  return `AR00${seconds.toString(16).toUpperCase().padStart(4, '0')}0000`;
}

function outputWords(index: number, data: string): string | undefined {
  return index === 1 && /^[01]$/.test(data) ? `AV00${data}` : undefined;
}

function seal(text: string, context: WireContext): Uint8Array {
  const id = context.session.uniqueId ?? context.uniqueId;
  return Buffer.from(isAlternative(context) ? `[begin]sms2,${text},[end]` : `(${id}${text})`, 'latin1');
}

const smsWords: ReadonlyMap<string, string> = new Map([
  ['AV010', 'stopoil'],
  ['AV011', 'supplyoil'],
]);

function smsOf(text: string, context: CommandContext): string {
  const smsText = smsWords.get(text);
  if (smsText === undefined || isAlternative(context)) return text;
  return smsText + (textSetting(context.settings, 'devicePassword') ?? usualPassword);
}

export const tk103Commands: CommandEncoder = createCommandEncoder({
  longest: 400,
  templates: {
    /** Type and data, or in brackets the words of an SMS. */
    custom: (values) => values.text('data'),
    engineStop: both('AV010', undefined),
    engineResume: both('AV011', undefined),
    outputControl: (values, context) =>
      isAlternative(context) ? undefined : outputWords(values.number('index'), values.text('data')),
    positionSingle: both('AP00', '*getposl*'),
    positionPeriodic: (values, context) =>
      isAlternative(context) ? '*routetrack*99*' : periodWords(values.number('frequency')),
    positionStop: both('AR0000000000', '*routetrackoff*'),
    rebootDevice: both('AT00', '88888888'),
    getVersion: both('AP07', '*about*'),
    getDeviceStatus: both(undefined, '*status*'),
    deviceIdentification: both(undefined, '999999'),
    powerOff: both(undefined, '*turnoff*'),
    modeDeepSleep: enabled('*sleep*2*', '*sleepoff*'),
    modePowerSaving: enabled('*sleepv*', '*sleepoff*'),
    alarmSos: enabled('*soson*', '*sosoff*'),
    sosNumber: onlyAlternative((values, { settings }) => {
      const phone = values.text('phone').trim();
      const password = textSetting(settings, 'devicePassword') ?? usualPassword;
      return /^\+?\d{3,20}$/.test(phone) ? `*master*${password}*${phone}*` : undefined;
    }),
    setConnection: onlyAlternative((values) => {
      const server = values.text('server').trim();
      if (!/^\d{1,3}(?:\.\d{1,3}){3}$/.test(server)) return undefined;
      return `*setip*${server.replaceAll('.', '*')}*${values.number('port')}*`;
    }),
  },
  silent: ['positionSingle', 'positionPeriodic'],
  seal,
  sms: smsOf,
});
