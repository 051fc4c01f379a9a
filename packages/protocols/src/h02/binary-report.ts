/**
 * The report in packed decimals:
 *
 *     $ | id 5, or 8 of which 15 digits count | HHmmss ddMMyy | ddmm.mmmm | battery | dddmm.mmmm and a flag nibble |
 *         knots 3 digits, course 3 digits | status u32 | …
 *
 * Flags: fix (bit 1), north (2), east (3). Which id it is, the message does not say: the one with which all digits fit.
 * Source: H02 protocol, binary form; lengths of 32, 42 and 45 bytes as public decoders know them.
 */

import { draftAt, type PositionDraft, setCourse, setPlace, setSpeed } from '../position-draft.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { instantOfDigits } from '../wire/digit-clock.ts';
import type { Zone } from '../wire/tracker-clock.ts';
import { batteryPercent, readStatus } from './status.ts';

interface BinaryReport {
  readonly uniqueId: string;
  readonly draft: PositionDraft;
}

const fixed = 0x02;
const north = 0x04;
const east = 0x08;

/** Degrees of digits whose last six are minutes in ten thousandths; undefined when they are none, or over `most`. */
function degreesIn(digits: string, most: number): number | undefined {
  if (!/^\d+$/.test(digits)) return undefined;
  const minutes = Number(digits.slice(-6)) / 10_000;
  const degrees = Number(digits.slice(0, -6)) + minutes / 60;
  return minutes < 60 && degrees <= most ? degrees : undefined;
}

function readWith(
  idBytes: number,
  idDigits: number,
  frame: Uint8Array,
  zone: Zone,
): BinaryReport | undefined {
  const reader = new ByteReader(frame, 1);
  const uniqueId = reader.hex(idBytes).slice(0, idDigits);
  const [time, date] = [reader.hex(3), reader.hex(3)];
  const fixTimeMs = instantOfDigits('ddMMyy', date, time, zone);
  const latitude = degreesIn(reader.hex(4), 90);
  const battery = batteryPercent(reader.u8());
  const digits = reader.hex(5);
  const longitude = degreesIn(digits.slice(0, 9), 180);
  const flags = Number.parseInt(digits.slice(9), 16);
  const motion = reader.hex(3);
  const status = reader.u32();
  if (reader.overrun || !/^\d+$/.test(uniqueId) || !/^\d{6}$/.test(motion)) return undefined;
  if (fixTimeMs === undefined || latitude === undefined || longitude === undefined) return undefined;
  const draft = draftAt(fixTimeMs);
  setPlace(
    draft,
    flags & north ? latitude : -latitude,
    flags & east ? longitude : -longitude,
    (flags & fixed) !== 0,
  );
  setSpeed(draft, Number(motion.slice(0, 3)));
  setCourse(draft, Number(motion.slice(3)));
  if (battery !== undefined) draft.attributes.batteryLevel = battery;
  readStatus(status, draft.attributes);
  return { uniqueId, draft };
}

/** The position and whose it is, or undefined when the digits do not make one. */
export function readBinaryReport(frame: Uint8Array, zone: Zone): BinaryReport | undefined {
  return readWith(5, 10, frame, zone) ?? readWith(8, 15, frame, zone);
}
