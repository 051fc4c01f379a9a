import { knotsFromKph } from '@atalaia/domain/units/units';
import { decodedAs, heartbeatMessage, positionMessage } from '../decoded.ts';
import { draftAt, type PositionDraft, setCourse, setPlace, setSpeed } from '../position-draft.ts';
import type { TrackerMessage } from '../protocol.ts';
import { byteText, utf16Text, withoutControls } from '../wire/byte-text.ts';
import { instantFromIso, type Zone } from '../wire/tracker-clock.ts';
import { acknowledge, type PacketHandler, type Sender } from './packet-handler.ts';

const iccidText = /^<ICCID:([0-9A-Fa-f]{18,20})/;
const placeText =
  /Lat:([NS])(\d+(?:\.\d+)?),Lon:([EW])(\d+(?:\.\d+)?),Course:(\d+(?:\.\d+)?),Speed:(\d+(?:\.\d+)?)[^,]*,DateTime:(\d{4}-\d\d-\d\d) +(\d\d:\d\d:\d\d)/;

/** The answer to the command WHERE holds the place in words. */
function placeIn(text: string, zone: Zone): PositionDraft | undefined {
  const match = placeText.exec(text);
  if (!match) return undefined;
  const [, north, latitude, east, longitude, course, speed, date, time] = match;
  const fixTimeMs = instantFromIso(`${date}T${time}`, zone);
  if (fixTimeMs === undefined) return undefined;
  const draft = draftAt(fixTimeMs);
  setPlace(
    draft,
    north === 'S' ? -Number(latitude) : Number(latitude),
    east === 'W' ? -Number(longitude) : Number(longitude),
    true,
  );
  setCourse(draft, Number(course));
  setSpeed(draft, knotsFromKph(Number(speed)));
  return draft;
}

function messagesOf(text: string, sender: Sender): TrackerMessage[] {
  const { uniqueIds } = sender;
  const iccid = iccidText.exec(text)?.[1];
  if (iccid !== undefined) return [heartbeatMessage(uniqueIds, { iccid })];
  const result = withoutControls(text);
  const draft = placeIn(text, sender.zone);
  const messages: TrackerMessage[] = draft ? [positionMessage(uniqueIds, draft)] : [];
  if (result !== '') messages.push({ kind: 'commandResult', uniqueIds, result });
  return messages.length > 0 ? messages : [heartbeatMessage(uniqueIds)];
}

/** 0x15: length, server flag (4), the tracker's answer to a command, language. */
export const commandAnswer: PacketHandler = (packet, sender) => {
  const reader = packet.content();
  const textBytes = Math.min(Math.max(0, reader.u8() - 4), Math.max(0, reader.remaining - 4));
  reader.skip(Math.min(4, reader.remaining));
  const messages = messagesOf(reader.text(textBytes), sender);
  return decodedAs(sender.session, messages, [acknowledge(packet, 'commit')]);
};

/** 0x21: server flag (4), encoding (1 ASCII, 2 UTF-16), the answer. The tracker expects nothing back. */
export const longCommandAnswer: PacketHandler = (packet, sender) => {
  const reader = packet.content();
  reader.skip(Math.min(4, reader.remaining));
  const wide = reader.remaining > 0 && reader.u8() === 2;
  const rest = reader.rest();
  return decodedAs(sender.session, messagesOf(wide ? utf16Text(rest) : byteText(rest), sender));
};
