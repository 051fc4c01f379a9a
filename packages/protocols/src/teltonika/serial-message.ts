/**
 * Codecs of messages instead of records: 12 (type u8, length u32, bytes), 13 and 15 (with a time, 15 also with the
 * IMEI, counted in the length), 14 (with the IMEI). Type 6 is an answer to a command, 0x0D a piece of a picture, 0x11 a
 * command refused because the IMEI is not the tracker's. Source: Teltonika wiki, "Codec for communication over GPRS messages".
 */

import { heartbeatMessage, positionMessage } from '../decoded.ts';
import { draftAt } from '../position-draft.ts';
import type { DecodeContext, TrackerMessage } from '../protocol.ts';
import { byteText, hexText, isPrintable, withoutControls } from '../wire/byte-text.ts';
import { partOf } from '../wire/field-text.ts';
import type { AvlData } from './avl-packet.ts';

interface MessageCodec {
  readonly hasTime: boolean;
  readonly imeiBytes: 0 | 8;
}

export const messageCodecs: ReadonlyMap<number, MessageCodec> = new Map<number, MessageCodec>([
  [0x0c, { hasTime: false, imeiBytes: 0 }],
  [0x0d, { hasTime: true, imeiBytes: 0 }],
  [0x0e, { hasTime: false, imeiBytes: 8 }],
  [0x0f, { hasTime: true, imeiBytes: 8 }],
]);

const refusedType = 0x11;

/** A piece of a picture, which is of no use without the talk that fetches the others. */
const cameraType = 0x0d;

/** A tachograph's card line: `GTSL|…|…|…|driver|…`. */
function driverIn(text: string): string | undefined {
  return text.startsWith('GTSL') ? partOf(text, '|', 4) : undefined;
}

function messageOf(
  type: number,
  bytes: Uint8Array,
  timeMs: number,
  uniqueIds: readonly string[],
): TrackerMessage {
  if (type === cameraType) return heartbeatMessage(uniqueIds);
  if (bytes.length === 0) {
    return type === refusedType
      ? { kind: 'commandResult', uniqueIds, result: 'refused: the IMEI is of another tracker' }
      : heartbeatMessage(uniqueIds);
  }
  const text = isPrintable(bytes) ? withoutControls(byteText(bytes)) : hexText(bytes);
  const driver = driverIn(text);
  if (driver) {
    const draft = draftAt(timeMs);
    draft.attributes.driverUniqueId = driver;
    return positionMessage(uniqueIds, draft);
  }
  return text === '' ? heartbeatMessage(uniqueIds) : { kind: 'commandResult', uniqueIds, result: text };
}

/** The messages of a packet, or undefined when its bytes do not hold them. */
export function readMessages(
  data: AvlData,
  uniqueIds: readonly string[],
  context: DecodeContext,
): TrackerMessage[] | undefined {
  const { codec, count } = data;
  const body = data.body();
  const { hasTime, imeiBytes } = messageCodecs.get(codec) ?? { hasTime: false, imeiBytes: 0 };
  const messages: TrackerMessage[] = [];
  for (let index = 0; index < count; index += 1) {
    const type = body.u8();
    const length = body.u32();
    const timeMs = hasTime ? body.u32() * 1000 : context.receivedMs;
    body.skip(imeiBytes);
    const bytes = body.bytes(length - (hasTime ? 4 : 0) - imeiBytes);
    if (body.overrun) return undefined;
    messages.push(messageOf(type, bytes, timeMs, uniqueIds));
  }
  return body.remaining === 0 ? messages : undefined;
}
