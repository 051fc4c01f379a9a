/**
 * Commands to CalAmp units are unit requests (7), which they acknowledge:
 *
 *     action u8 | u8 | u16 | u32
 *
 * 1 begins anew, 2 and 9 ask what it is, 10 where it is, 3 is an action of the script (PEG) with its code and modifier: 8 sets
 * an output and 9 clears it. By SMS the same are `!R3,code,modifier`, `!R0` and `!R4`. The words here are `action,code,modifier`.
 * Attribute of the device: `calamp.relayOutput`, the output of the relay, 0 unless set.
 *
 * Sources: CalAmp "LMU users guide" 11.2 (SMS requests), LM Direct reference guide (unit request).
 */
import { type CommandTemplate, createCommandEncoder } from '../command-encoder.ts';
import type { CommandContext, CommandEncoder, TrackerSession, WireContext } from '../protocol.ts';
import { idKinds, messageTypes, type Options, sealDatagram } from './datagram.ts';

const longest = 40;
const lastOutput = 15;

const pegAction = 3;
const setOutput = 8;
const clearOutput = 9;

function relayOutput({ settings }: CommandContext): number {
  const output = Number(settings['calamp.relayOutput'] ?? 0);
  return Number.isInteger(output) && output >= 0 && output <= lastOutput ? output : 0;
}

function relay(code: number): CommandTemplate {
  return (_values, context) => `${pegAction},${code},${relayOutput(context)}`;
}

const outputWords: CommandTemplate = (values) => {
  const index = values.number('index');
  const data = values.text('data').trim();
  if (index > lastOutput || !['0', '1'].includes(data)) return undefined;
  return `${pegAction},${data === '1' ? setOutput : clearOutput},${index}`;
};

/** `!R3,8,0` as it would be sent by SMS, or the numbers of a unit request alone. */
const custom: CommandTemplate = (values) => {
  const data = values.text('data').trim();
  const numbers = /^!R3,(\d+),(\d+)$/i.exec(data);
  const text = numbers ? `${pegAction},${numbers[1]},${numbers[2]}` : data;
  const [action = 256, code = 0, modifier = 0] = text.split(',').map(Number);
  const isRequest = /^\d+(,\d+){0,2}$/.test(text) && action <= 0xff && code <= 0xff && modifier <= 0xffff;
  return isRequest ? text : undefined;
};

function optionsOf({ memory }: TrackerSession, uniqueId: string): Options {
  const { id, idKind } = memory ?? {};
  if (typeof id === 'string' && typeof idKind === 'number') return { id, idKind };
  const digits = uniqueId.replace(/\D/g, '').slice(0, 20);
  return { id: digits, idKind: digits.length === 15 ? idKinds.imei : idKinds.serial };
}

function seal(text: string, { session, uniqueId, sequence }: WireContext): Uint8Array {
  const [action = 0, code = 0, modifier = 0] = text.split(',').map(Number);
  const body = Uint8Array.of(action, code, modifier >> 8, modifier & 0xff, 0, 0, 0, 0);
  return sealDatagram(optionsOf(session, uniqueId), messageTypes.unitRequest, sequence & 0xffff, body);
}

const smsWords: ReadonlyMap<string, string> = new Map([
  ['1,0,0', '!R3,70,0'],
  ['2,0,0', '!R0'],
  ['9,0,0', '!R0'],
  ['10,0,0', '!R4'],
]);

function sms(text: string): string {
  return smsWords.get(text) ?? `!R${text}`;
}

export const calampCommands: CommandEncoder = createCommandEncoder({
  longest,
  templates: {
    custom,
    engineStop: relay(setOutput),
    engineResume: relay(clearOutput),
    outputControl: outputWords,
    positionSingle: () => '10,0,0',
    rebootDevice: () => '1,0,0',
    getVersion: () => '2,0,0',
    deviceIdentification: () => '9,0,0',
  },
  seal,
  sms,
});
