import { decodedError, heartbeatMessage, positionMessage } from '../decoded.ts';
import { gsmCell, lteCell } from './cell-field.ts';
import { typeText } from './location.ts';
import { readPlainCell } from './location-cell.ts';
import type { Packet } from './packet.ts';
import { answered, draftOfNow, type PacketHandler, type Sender } from './packet-handler.ts';
import { readStatus } from './status-field.ts';

function cellAndStatus(packet: Packet, sender: Sender, widths: typeof gsmCell) {
  const draft = draftOfNow(sender);
  const reader = packet.content();
  readPlainCell(reader, draft, widths);
  draft.attributes.type = typeText(packet);
  if (reader.remaining > 0) readStatus(reader, draft.attributes);
  if (reader.overrun) {
    const message = `cell and status ${typeText(packet)} of ${packet.contentBytes} bytes`;
    return decodedError(sender.session, 'bad-length', message);
  }
  return answered(packet, sender, positionMessage(sender.uniqueIds, draft));
}

/** Bytes of the wide cell, country and network with it; what follows is a phone number and the language. */
const wideCellBytes = 15;
const phoneBytes = 21;

/** 0xA7: a cell to be told the address of, and the phone that asks. Only its cell is taken. */
export const cellAddressRequest: PacketHandler = (packet, sender) => {
  const draft = draftOfNow(sender);
  const reader = packet.content();
  const wide = packet.contentBytes >= wideCellBytes + phoneBytes;
  readPlainCell(reader, draft, wide ? lteCell : gsmCell);
  draft.attributes.type = typeText(packet);
  const message = draft.network
    ? positionMessage(sender.uniqueIds, draft)
    : heartbeatMessage(sender.uniqueIds);
  return answered(packet, sender, message);
};

/** 0x19: one cell and the status, without a clock. Longer ones (Space 10X) hold several cells in a layout unknown. */
export const cellStatus: PacketHandler = (packet, sender) => cellAndStatus(packet, sender, gsmCell);

/** 0xA5: the same with the wide cell. */
export const lteCellStatus: PacketHandler = (packet, sender) => cellAndStatus(packet, sender, lteCell);
