/**
 * Commands to Queclink trackers: `AT+GT<command>=<password>,<fields>,<serial>$`, all answered by `+ACK:GT<command>,…` with
 * the serial. An empty field leaves a setting as it is. The password is the device's `devicePassword`, else that of the
 * factory: the model's name in small letters, by the version that the tracker reported.
 *
 * - GTOUT: status, duration and toggles of outputs 1 to 4 (three fields each; the first one is held and cuts the engine),
 *   then four fields. It sets every output at once, so those that are not meant go as the tracker last reported them.
 * - GTRTO: 1 position, 3 reboot, 4 factory settings, 5 power off (GL), 7 network, 8 version, 9 supply.
 * - GTFRI: mode 1 is by time; the seventh and eighth field are the intervals, s. GL200 and GL300 have 19 fields, others 17.
 * - GTSRI: the fourth and fifth field are server and port. GTTMA: sign, hours, minutes, daylight saving, UTC time.
 * - GTSPD: mode 2 reports when the speed is outside least and most, for so many seconds, again after so many.
 *
 * Source: @Track Air Interface Protocol of GV300 0.7 (3.2.5), GV200 3.20 (3.2.4, 3.2.10), GL300 1.02 (3.2.3, 3.2.6, 3.2.11);
 * field numbers of GTFRI and GTSPD from settings of GV55, GV300 and GL300 in public repositories.
 */
import { isTimezone, localTimeAt } from '@atalaia/domain/time/zoned-time';
import { type CommandTemplate, createCommandEncoder } from '../command-encoder.ts';
import { textSetting } from '../device-settings.ts';
import type { CommandContext, CommandEncoder, WireContext } from '../protocol.ts';
import { outputsIn, versionIn } from './memory.ts';
import { factoryPassword, modelOf } from './models.ts';

/** Of a tracker that never spoke: the model most of them are like. */
const usualPassword = 'gv300';

/** By SMS there is no counting; the documents' own examples use it. */
const anySerial = 'FFFF';

function modelIn({ session }: CommandContext): string {
  return modelOf(versionIn(session));
}

function passwordOf(context: CommandContext): string {
  const configured = textSetting(context.settings, 'devicePassword');
  return configured ?? (factoryPassword(modelIn(context)) || usualPassword);
}

/** `AT+GTRTO=gv300,1,…`: the command's name, and its fields behind the password. */
function say(
  context: CommandContext,
  name: string,
  fields: readonly (string | number)[],
): string | undefined {
  const password = passwordOf(context);
  return /^[\w-]+$/.test(password) ? `AT+GT${name}=${[password, ...fields].join(',')}` : undefined;
}

const empty = (count: number): string[] => Array.from({ length: count }, () => '');

function operation(code: number): CommandTemplate {
  return (_values, context) => say(context, 'RTO', [code, ...empty(5)]);
}

const outputCount = 4;

/** Every output with its status, the asked one as asked; of one that is not known the first stays as it is. */
function outputWords(context: CommandContext, output: number, on: boolean): string | undefined {
  const known = outputsIn(context.session);
  const fields = Array.from({ length: outputCount }, (_, index) => {
    const configured = known === undefined ? undefined : (known >> index) & 1;
    const status = index + 1 === output ? Number(on) : (configured ?? (index === 0 ? '' : 0));
    return index === 0 ? [status, '', ''] : index < 3 ? [status, 0, 0] : empty(3);
  });
  return say(context, 'OUT', [...fields.flat(), ...empty(4)]);
}

const outputControl: CommandTemplate = (values, context) => {
  const output = values.number('index');
  const data = values.text('data');
  if (output < 1 || output > 3 || !['0', '1'].includes(data)) return undefined;
  return outputWords(context, output, data === '1');
};

/** Trackers take 5 s to a day. */
const periodic: CommandTemplate = (values, context) => {
  const seconds = values.number('frequency');
  const model = modelIn(context);
  if (seconds < 5 || seconds > 86_400 || model.startsWith('GL5')) return undefined;
  const fieldsBehind = model.startsWith('GL') ? 11 : 9;
  return say(context, 'FRI', [1, ...empty(5), seconds, seconds, ...empty(fieldsBehind)]);
};

const connection: CommandTemplate = (values, context) => {
  const server = values.text('server');
  if (!/^[\w.-]{1,60}$/.test(server)) return undefined;
  return say(context, 'SRI', [...empty(3), server, values.number('port'), ...empty(9)]);
};

function clockDigits(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 19).replace(/\D/g, '');
}

/** The offset as the zone's clock is today, so without daylight saving of its own. */
const timezone: CommandTemplate = (values, context) => {
  const zone = values.text('timezoneName');
  if (!isTimezone(zone)) return undefined;
  const { year, month, day, hour, minute, second } = localTimeAt(context.nowMs, zone);
  const minutes = Math.round((Date.UTC(year, month - 1, day, hour, minute, second) - context.nowMs) / 60_000);
  const size = Math.abs(minutes);
  const offset = [minutes < 0 ? '-' : '+', Math.floor(size / 60), size % 60, 0];
  return say(context, 'TMA', [...offset, clockDigits(context.nowMs), ...empty(4)]);
};

const speedLimit: CommandTemplate = (values, context) => {
  const limit = values.text('data');
  if (!/^[1-9]\d{1,2}$/.test(limit) || Number(limit) > 400) return undefined;
  return say(context, 'SPD', [2, 0, limit, 15, 300, 0, 0, 0, 0, ...empty(11)]);
};

function withSerial(text: string, serial: string): string {
  return text.endsWith('$') ? text : `${text},${serial}$`;
}

function serialOf({ sequence }: WireContext): string {
  return (sequence & 0xffff).toString(16).toUpperCase().padStart(4, '0');
}

export const gl200Commands: CommandEncoder = createCommandEncoder({
  longest: 1000,
  templates: {
    /** A whole command as it is; one without its tail gets a serial and the tail. */
    custom: (values) => values.text('data'),
    engineStop: (_values, context) => outputWords(context, 1, true),
    engineResume: (_values, context) => outputWords(context, 1, false),
    outputControl,
    positionSingle: operation(1),
    positionPeriodic: periodic,
    rebootDevice: operation(3),
    factoryReset: operation(4),
    powerOff: (values, context) =>
      modelIn(context).startsWith('GL') ? operation(5)(values, context) : undefined,
    deviceIdentification: operation(8),
    getVersion: operation(8),
    getModemStatus: operation(7),
    getDeviceStatus: operation(9),
    setConnection: connection,
    setTimezone: timezone,
    setSpeedLimit: speedLimit,
  },
  seal: (text, context) => Buffer.from(withSerial(text, serialOf(context)), 'latin1'),
  sms: (text) => withSerial(text, anySerial),
});
