import { decodedAs, decodedError } from '../decoded.ts';
import type { Decoded, TrackerSession } from '../protocol.ts';
import type { Packet } from './packet.ts';
import { acknowledge } from './packet-handler.ts';

/**
 * Time zone word: the upper twelve bits hold hours × 100 + minutes, bit 3 is west; minutes east of UTC.
 * A tracker that reports one sends its times in it (Concox GT06N protocol, login; command `GMT`).
 */
function offsetMinutes(word: number): number {
  const clock = word >> 4;
  const minutes = Math.floor(clock / 100) * 60 + (clock % 100);
  return word & 0x08 ? -minutes : minutes;
}

/** The largest offset in use is 14 hours; more is a model that means something else by these bytes. */
const maxOffsetMinutes = 14 * 60;

/**
 * 0x01: IMEI as eight bytes of packed decimals, then perhaps a model word, then perhaps time zone and language.
 * The IMEI has fifteen digits behind a 0; a number of sixteen digits is also tried unchanged.
 */
export function decodeLogin(packet: Packet): Decoded {
  const session: TrackerSession = {};
  const reader = packet.content();
  const digits = reader.hex(8);
  if (reader.overrun) return decodedError(session, 'bad-length', `login of ${packet.contentBytes} bytes`);
  const uniqueId = digits.slice(1);
  const uniqueIds = digits.startsWith('0') ? [uniqueId] : [uniqueId, digits];
  reader.skip(2);
  const offset = reader.remaining >= 2 ? offsetMinutes(reader.u16()) : 0;
  const known = offset !== 0 && Math.abs(offset) <= maxOffsetMinutes;
  const next = known ? { uniqueId, memory: { offsetMinutes: offset } } : { uniqueId };
  return decodedAs(next, [{ kind: 'login', uniqueIds }], [acknowledge(packet, 'login')]);
}
