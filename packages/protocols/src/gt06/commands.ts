/**
 * Commands to gt06 trackers go as the words of their SMS commands, inside packet 0x80:
 *
 *     78 78 | length | 80 | text length + 4, u8 | server flag u32 | text | [language u16] | serial | CRC | 0D 0A
 *
 * The tracker answers with 0x15 or 0x21 and brings the server flag back. Source: Concox "GT06 communication protocol"
 * 6 and the command lists of GT06N and X3.
 *
 * Attributes of the device: `gt06.alternative` cuts by `DYD,password#` and `HFYD,password#`, as the first GT06 do, with
 * `devicePassword`; `gt06.language` adds the language that some clones wait for.
 */
import { type CommandTemplate, createCommandEncoder } from '../command-encoder.ts';
import { textSetting } from '../device-settings.ts';
import type { CommandContext, CommandEncoder, WireContext } from '../protocol.ts';
import { minutesAhead } from '../wire/tracker-clock.ts';
import { sealPacket } from './packet.ts';

const onlineCommand = 0x80;
const english = 0x02;

/** The length before the words counts the server flag too, in one byte, and so does the packet's own. */
const longest = 200;

/** As the GT06 leaves the factory. */
const usualPassword = '000000';

function relay(plain: string, alternative: string): CommandTemplate {
  return (_values, { settings }) =>
    settings['gt06.alternative'] === true
      ? `${alternative},${textSetting(settings, 'devicePassword') ?? usualPassword}#`
      : plain;
}

const block = relay('Relay,1#', 'DYD');
const release = relay('Relay,0#', 'HFYD');

/** `GMT,E,5,30#`: the zone as hours and quarters of an hour east or west of UTC, as its clock is today. */
function zoneWords(zone: string, { nowMs }: CommandContext): string | undefined {
  const minutes = minutesAhead(zone, nowMs);
  if (minutes === undefined) return undefined;
  const size = Math.abs(minutes);
  return `GMT,${minutes < 0 ? 'W' : 'E'},${Math.floor(size / 60)},${size % 60}#`;
}

/** The interval while the ignition is on and while it is off; trackers take 5 s to 18 h. */
function periodWords(seconds: number): string | undefined {
  return seconds >= 5 && seconds <= 64_800 ? `TIMER,${seconds},${seconds}#` : undefined;
}

/** A name or an address of the server, and its port. */
function serverWords(server: string, port: number): string | undefined {
  if (!/^[\w.-]+$/.test(server)) return undefined;
  const isAddress = /^\d{1,3}(\.\d{1,3}){3}$/.test(server);
  return `SERVER,${isAddress ? 0 : 1},${server},${port},0#`;
}

/** `SOS,A,first,second,third#`: a place left empty stays as it is. */
const sosWords: CommandTemplate = (values) => {
  const index = values.number('index');
  const phone = values.text('phone');
  if (index < 1 || index > 3 || !/^\+?\d{3,20}$/.test(phone)) return undefined;
  return `SOS,A,${','.repeat(index - 1)}${phone}#`;
};

/** One relay, the same that blocks. */
const outputWords: CommandTemplate = (values, context) => {
  const data = values.text('data');
  if (values.number('index') !== 1 || !['0', '1'].includes(data)) return undefined;
  return (data === '1' ? block : release)(values, context);
};

function seal(text: string, { settings, sequence }: WireContext): Uint8Array {
  const language = settings['gt06.language'] === true ? [0, english] : [];
  const content = [text.length + 4, 0, 0, 0, 0, ...Buffer.from(text, 'latin1'), ...language];
  return sealPacket(onlineCommand, sequence & 0xffff, Uint8Array.from(content));
}

export const gt06Commands: CommandEncoder = createCommandEncoder({
  longest,
  templates: {
    custom: (values) => values.text('data'),
    engineStop: block,
    engineResume: release,
    outputControl: outputWords,
    sosNumber: sosWords,
    positionSingle: () => 'WHERE#',
    positionPeriodic: (values) => periodWords(values.number('frequency')),
    rebootDevice: () => 'RESET#',
    factoryReset: () => 'FACTORY#',
    setTimezone: (values, context) => zoneWords(values.text('timezoneName'), context),
    setConnection: (values) => serverWords(values.text('server'), values.number('port')),
    getVersion: () => 'VERSION#',
    getDeviceStatus: () => 'STATUS#',
  },
  seal,
});
