/**
 * A text message of the @Track protocol, opened:
 *
 *     +RESP:GTFRI,<version>,<unique id>[,<VIN>],<device name>,…,<send time>,<count>$
 *
 * `+BUFF` in place of `+RESP` is a report from the memory, `+ACK` the answer to a command, with its serial before the send
 * time. The unique id is an IMEI, or a MEID of 14 hexadecimal digits. The first generation (GL100, GT300) has no version
 * and no name in front: `+RESP:GTRTL,<IMEI>,…,<count>,<version>`. The GV500 line has the VIN, or its
 * place left empty, before the name.
 * Source: @Track Air Interface Protocol of GV300 0.7, GL300 1.02, GT300 4.00; order of the GV500 as public decoders have it.
 */
import { areDigits, areHexDigits, digitsAt } from '../wire/field-text.ts';
import { instantOf, type Zone } from '../wire/tracker-clock.ts';
import { modelOf } from './models.ts';

export interface TextMessage {
  readonly head: 'RESP' | 'BUFF' | 'ACK';
  /** `FRI` of `GTFRI`. */
  readonly kind: string;
  readonly fields: readonly string[];
  /** As the tracker wrote it; empty when it reported none. */
  readonly version: string;
  readonly model: string;
  readonly uniqueId: string;
  readonly vin: string | undefined;
  /** The message's own fields are those from `from` up to `end`. */
  readonly from: number;
  readonly end: number;
  /** When it was sent; with the zone of the device, for trackers that were given one. */
  readonly sentMs: number | undefined;
  /** Four hexadecimal digits, which an acknowledgement repeats; empty when the message has none. */
  readonly count: string;
}

const kindName = /^GT([A-Z0-9]{3,4})$/;
const oldVersion = /^[0-9A-Za-z]{10}$/;
const vinName = /^[0-9A-HJ-NPR-Z]{17}$/;

function isUniqueId(field: string): boolean {
  return field.length === 15 ? areDigits(field, 0, 15) : areHexDigits(field, 0, 14);
}

/** `yyyyMMddHHmmss`; undefined for anything else, and for a date that no calendar has. */
export function clockIn(field: string | undefined, zone?: Zone): number | undefined {
  if (field === undefined || field.length !== 14) return undefined;
  return instantOf(
    {
      year: digitsAt(field, 0, 4),
      month: digitsAt(field, 4, 2),
      day: digitsAt(field, 6, 2),
      hour: digitsAt(field, 8, 2),
      minute: digitsAt(field, 10, 2),
      second: digitsAt(field, 12, 2),
    },
    zone,
  );
}

/** Whether a header is `+RESP:`, `+BUFF:` or `+ACK:`. */
function headOf(header: string): TextMessage['head'] | undefined {
  if (header.startsWith('+RESP:')) return 'RESP';
  if (header.startsWith('+BUFF:')) return 'BUFF';
  return header.startsWith('+ACK:') ? 'ACK' : undefined;
}

type Header = Pick<TextMessage, 'head' | 'kind'>;

const headers = new Map<string, Header>();
/** There are fewer kinds; noise must not fill the memory. */
const mostHeaders = 500;

/** `+RESP:GTFRI`, read once for all messages that have it; undefined when it is none of the protocol. */
function headerOf(text: string): Header | undefined {
  const known = headers.get(text);
  if (known) return known;
  const head = headOf(text);
  const kind = head && kindName.exec(text.slice(head.length + 2))?.[1];
  if (head === undefined || kind === undefined) return undefined;
  const header: Header = { head, kind };
  if (headers.size < mostHeaders) headers.set(text, header);
  return header;
}

interface Tail {
  readonly end: number;
  readonly count: string;
  readonly sentMs: number | undefined;
}

/** Where the message's own fields end: before send time and count, or before count and version. */
function tailOf(fields: readonly string[], zone: Zone): Tail | undefined {
  const last = fields.length - 1;
  const ends = areHexDigits(fields[last] ?? '', 0, 4)
    ? last
    : oldVersion.test(fields[last] ?? '') && areHexDigits(fields[last - 1] ?? '', 0, 4)
      ? last - 1
      : -1;
  if (ends < 0) return undefined;
  const before = fields[ends - 1] ?? '';
  const sentMs = clockIn(before, zone);
  // a clock that no calendar has is one all the same
  const hasTime = sentMs !== undefined || before === '' || (before.length === 14 && areDigits(before, 0, 14));
  return { end: hasTime ? ends - 1 : ends, count: fields[ends] ?? '', sentMs };
}

/** The message without its tail character; undefined when it names no tracker, or its beginning or end is broken. */
export function openText(text: string, zone: Zone): TextMessage | undefined {
  const fields = text.split(',');
  const header = headerOf(fields[0] ?? '');
  if (header === undefined) return undefined;
  const { head, kind } = header;
  const versioned = isUniqueId(fields[2] ?? '');
  const id = fields[versioned ? 2 : 1] ?? '';
  const tail = tailOf(fields, zone);
  if (tail === undefined || !(versioned || isUniqueId(id))) return undefined;
  const version = versioned ? (fields[1] ?? '') : '';
  const third = fields[3] ?? '';
  const vin = versioned && third.length === 17 && vinName.test(third) ? third : undefined;
  const model = modelOf(version);
  const hasVin = vin !== undefined || model.startsWith('GV500');
  const from = versioned ? (hasVin ? 5 : 4) : 2;
  const { end, count, sentMs } = tail;
  if (end < Math.min(from, 3)) return undefined;
  return { head, kind, fields, version, model, uniqueId: id, vin, from, end, sentMs, count };
}
