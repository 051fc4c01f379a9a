/**
 * What a terminal says to a command: 0001 in general, 0104 its parameters, 0107 what it is, 0108 an update, 0201 and
 * 0500 where it is, 0302 an answer chosen, 0701, 1300 and 6006 words. Sources: JT/T 808-2013 and -2019, chapter 8; for the
 * words of 0701, 1300 and 6006 traccar's JT808 decoder and the G10LS document.
 */

import { decodedAs, heartbeatMessage } from '../decoded.ts';
import type { AttributeDraft } from '../position-draft.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { hexText, isPrintable, utf16Text, withoutControls } from '../wire/byte-text.ts';
import { setText } from './item.ts';
import { readLocation } from './location.ts';
import {
  acknowledged,
  answer,
  chineseText,
  draftMessage,
  type MessageHandler,
  misfit,
  resultMessage,
} from './message.ts';

const outcomes = ['success', 'failure', 'wrong message', 'not supported'];

function typeText(type: number): string {
  return type.toString(16).padStart(4, '0').toUpperCase();
}

/** Answers to what was no command: 8001, 8100 and the requests of missing parts. */
const replies: ReadonlySet<number> = new Set([0x8001, 0x8003, 0x8004, 0x8100, 0x8109, 0x4401]);

/** 0001: serial and type of what is answered, and how it ended. */
export const generalResult: MessageHandler = (packet, sender) => {
  const reader = new ByteReader(packet.body);
  reader.skip(2);
  const type = reader.u16();
  const outcome = reader.u8();
  if (reader.overrun) return misfit(packet, sender);
  if (replies.has(type)) return decodedAs(sender.session, [heartbeatMessage(sender.uniqueIds)]);
  const result = `${typeText(type)} ${outcomes[outcome] ?? outcome}`;
  return decodedAs(sender.session, [resultMessage(sender, result)]);
};

/** A number up to four bytes, words where they are printable, else hexadecimal. */
function valueText(value: Uint8Array): string {
  if (value.length === 4 || value.length < 3) return String(Number.parseInt(hexText(value) || '0', 16));
  return isPrintable(value) ? withoutControls(chineseText(value)) : hexText(value);
}

/** The parameter that is a reading: the odometer, hundreds of metres. */
const odometerParameter = 0x0080;

/** 0104: serial, count, then parameters of id u32, length u8 and value, as `0029=30`. */
export const parameters: MessageHandler = (packet, sender) => {
  const reader = new ByteReader(packet.body);
  reader.skip(3);
  const parameters: string[] = [];
  const attributes: AttributeDraft = {};
  while (reader.remaining >= 5) {
    const id = reader.u32();
    const value = reader.bytes(reader.u8());
    if (reader.overrun) return misfit(packet, sender);
    parameters.push(`${typeText(id)}=${valueText(value)}`);
    if (id === odometerParameter && value.length === 4)
      attributes.odometer = new ByteReader(value).u32() * 100;
  }
  if (reader.overrun) return misfit(packet, sender);
  const result = resultMessage(sender, parameters.join(' '));
  if (attributes.odometer === undefined) return decodedAs(sender.session, [result]);
  return decodedAs(sender.session, [result, heartbeatMessage(sender.uniqueIds, attributes)]);
};

/** 0107: kind u16, maker 5 (11 in some of 2019), model 20 or 30, terminal 7 or 30, card 10, versions behind lengths. */
export const properties: MessageHandler = (packet, sender) => {
  const reader = new ByteReader(packet.body);
  const isOf2019 = packet.address.version !== undefined && packet.body.length >= 79;
  reader.skip(2);
  const maker = reader.text(5);
  const model = reader.text(isOf2019 ? 30 : 20);
  reader.skip(isOf2019 ? 30 : 7);
  const card = reader.hex(10);
  if (reader.overrun) return misfit(packet, sender);
  const attributes: AttributeDraft = {};
  setText(attributes, 'manufacturer', maker);
  setText(attributes, 'model', model);
  if (!/^[0f]*$/.test(card)) attributes.iccid = card.replace(/f+$/, '');
  setText(attributes, 'versionHw', reader.text(reader.u8()));
  setText(attributes, 'versionFw', reader.text(reader.u8()));
  const words = Object.entries(attributes).map(([key, value]) => `${key}=${value}`);
  return acknowledged(packet, sender, [
    heartbeatMessage(sender.uniqueIds, attributes),
    resultMessage(sender, words.join(' ')),
  ]);
};

/** 0108: kind of what was updated, and how it ended. */
export const updateResult: MessageHandler = (packet, sender) => {
  const [kind, outcome] = packet.body;
  if (outcome === undefined) return misfit(packet, sender);
  const words = ['success', 'failure', 'cancelled'];
  return acknowledged(packet, sender, [resultMessage(sender, `update ${kind} ${words[outcome] ?? outcome}`)]);
};

/** 0201 and 0500: the serial of what was asked, then a location. */
export function locationAnswer(command: string): MessageHandler {
  return (packet, sender) => {
    const isOf2019 = packet.address.version !== undefined;
    const draft = readLocation(packet.body.subarray(2), sender, isOf2019);
    if (!draft) return misfit(packet, sender);
    const messages = [draftMessage(sender, draft), resultMessage(sender, `${command} success`)];
    return decodedAs(sender.session, messages, [answer(packet, 'commit')]);
  };
}

/** 0302: serial, and the answer chosen. */
export const chosenAnswer: MessageHandler = (packet, sender) => {
  const choice = packet.body[2];
  return choice === undefined
    ? misfit(packet, sender)
    : acknowledged(packet, sender, [resultMessage(sender, `answer ${choice}`)]);
};

/** 0701: text behind its length. */
export const lengthedText: MessageHandler = (packet, sender) => {
  const reader = new ByteReader(packet.body);
  const text = chineseText(reader.bytes(reader.u32()));
  if (reader.overrun) return misfit(packet, sender);
  return acknowledged(packet, sender, [resultMessage(sender, withoutControls(text))]);
};

/** 1300: the serial of the command, and UTF-16. */
export const wideText: MessageHandler = (packet, sender) => {
  const text = withoutControls(utf16Text(packet.body.subarray(2)));
  return packet.body.length < 2
    ? misfit(packet, sender)
    : acknowledged(packet, sender, [resultMessage(sender, text)]);
};

/** 6006: a byte of encoding, and the text. */
export const plainText: MessageHandler = (packet, sender) => {
  const text = withoutControls(chineseText(packet.body.subarray(1)));
  return packet.body.length < 1
    ? misfit(packet, sender)
    : acknowledged(packet, sender, [resultMessage(sender, text)]);
};
