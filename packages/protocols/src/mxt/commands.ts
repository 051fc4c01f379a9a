/**
 * Commands to Maxtrack units. Their bodies are in the maker's document alone, which is confidential: whoever has it writes
 * type and body, in hexadecimal, into the device's attributes `mxt.blockCommand` and `mxt.releaseCommand`, or into a custom
 * command; here they become packets with descriptor, serial number, CRC and escapes. Without the attribute a block is refused
 * rather than guessed. The same digits are all that an SMS could say. The unit answers with 02 or 03.
 */
import { createCommandEncoder, textSetting, type Words } from '../command-encoder.ts';
import type { CommandEncoder, WireContext } from '../protocol.ts';
import { sealPacket, usualDescriptor } from './packet.ts';

/** Characters: a body of 512 bytes. */
const longest = 1026;

const hexadecimal = /^([\da-f]{2})+$/i;

function packetWords(text: string | undefined): string | undefined {
  const digits = text?.replace(/\s/g, '').toLowerCase();
  return digits !== undefined && hexadecimal.test(digits) ? digits : undefined;
}

function fromSetting(key: string): Words {
  return (_values, { settings }) => packetWords(textSetting(settings, key));
}

function seal(words: string, { session, uniqueId }: WireContext): Uint8Array {
  const [type = 0, ...body] = Buffer.from(words, 'hex');
  const descriptor = Number(session.memory?.descriptor ?? usualDescriptor) & 0xff;
  const serialNumber = Number(session.uniqueId ?? uniqueId.replace(/\D/g, '').slice(-9));
  return sealPacket(descriptor, type, serialNumber, Uint8Array.from(body));
}

export const mxtCommands: CommandEncoder = createCommandEncoder({
  longest,
  words: {
    custom: (values) => packetWords(values.text('data')),
    engineStop: fromSetting('mxt.blockCommand'),
    engineResume: fromSetting('mxt.releaseCommand'),
  },
  seal,
});
