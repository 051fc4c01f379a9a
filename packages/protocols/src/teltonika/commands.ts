/**
 * Commands to teltonika trackers: the words of their SMS commands in codec 12, over TCP and UDP alike.
 *
 *     00 00 00 00 | data length u32 | 0C | 01 | 05 | text length u32 | text | 01 | CRC-16/IBM u32
 *
 * The length counts, and the CRC runs, from the codec to the last 01. Source: Teltonika wiki, "Codec for communication
 * over GPRS messages" and "SMS/GPRS commands". By SMS the words follow login and password, or two blanks; the
 * device's attribute `devicePassword` holds both as they are typed: `login password`.
 */
import { type CommandTemplate, createCommandEncoder } from '../command-encoder.ts';
import { textSetting } from '../device-settings.ts';
import type { CommandEncoder } from '../protocol.ts';
import { crc16Ibm } from '../wire/crc.ts';

const codec12 = 0x0c;
const commandType = 0x05;

/** What one SMS holds, and so every command. */
const longest = 160;

/** `setdigout ?1`: 1 and 0 set an output, ? leaves it as it is. */
const outputWords: CommandTemplate = (values) => {
  const index = values.number('index');
  const data = values.text('data');
  if (index < 1 || index > 4 || !['0', '1'].includes(data)) return undefined;
  return `setdigout ${'?'.repeat(index - 1)}${data}`;
};

/** Parameters 2004 and 2005 of the FMB platform: domain and port of the server. */
const serverWords: CommandTemplate = (values) => {
  const server = values.text('server');
  return /^[\w.-]+$/.test(server) ? `setparam 2004:${server};2005:${values.number('port')}` : undefined;
};

/** On the move, at home, roaming and in a network unknown: a record so often, and sent so often. */
const periodParameters = [10050, 10055, 10150, 10155, 10250, 10255];

const periodWords: CommandTemplate = (values) => {
  const seconds = values.number('frequency');
  if (seconds < 1 || seconds > 2_592_000) return undefined;
  return `setparam ${periodParameters.map((parameter) => `${parameter}:${seconds}`).join(';')}`;
};

function seal(words: string): Uint8Array {
  const text = Buffer.from(words, 'latin1');
  const bytes = Buffer.alloc(8 + 7 + text.length + 1 + 4);
  const end = bytes.length - 4;
  bytes.writeUInt32BE(end - 8, 4);
  bytes.set([codec12, 1, commandType], 8);
  bytes.writeUInt32BE(text.length, 11);
  bytes.set(text, 15);
  bytes[end - 1] = 1;
  bytes.writeUInt32BE(crc16Ibm(bytes, 8, end), end);
  return bytes;
}

export const teltonikaCommands: CommandEncoder = createCommandEncoder({
  longest,
  templates: {
    custom: (values) => values.text('data'),
    engineStop: () => 'setdigout 1',
    engineResume: () => 'setdigout 0',
    outputControl: outputWords,
    positionSingle: () => 'getgps',
    positionPeriodic: periodWords,
    rebootDevice: () => 'cpureset',
    factoryReset: () => 'defaultcfg',
    setConnection: serverWords,
    getVersion: () => 'getver',
    getModemStatus: () => 'getstatus',
    getDeviceStatus: () => 'getinfo',
  },
  silent: ['rebootDevice'],
  seal,
  sms: (words, { settings }) => `${textSetting(settings, 'devicePassword') ?? ' '} ${words}`,
});
