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
import { TextFields } from '../wire/text-fields.ts';
import type { Zone } from '../wire/tracker-clock.ts';
import { modelOf } from './models.ts';

export interface TextMessage {
  readonly head: 'RESP' | 'BUFF' | 'ACK';
  /** `FRI` of `GTFRI`. */
  readonly kind: string;
  readonly fields: TextFields;
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
  /** The index of the count: four hexadecimal digits, which an acknowledgement repeats. */
  readonly countAt: number;
}

const kindName = /^GT([A-Z0-9]{3,4})$/;
const oldVersion = /^[0-9A-Za-z]{10}$/;
const vinName = /^[0-9A-HJ-NPR-Z]{17}$/;

function isUniqueId(fields: TextFields, index: number): boolean {
  return fields.length(index) === 15 ? fields.areDigits(index) : fields.areHexDigits(index, 14);
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
/** Most messages of a connection are of the kind of the one before. */
let lastText = '';
let lastHeader: Header | undefined;

/** `+RESP:GTFRI`, read once for all messages that have it; undefined when it is none of the protocol. */
function headerOf(fields: TextFields): Header | undefined {
  if (lastHeader !== undefined && fields.is(0, lastText)) return lastHeader;
  const text = fields.text(0);
  const known = headers.get(text);
  const header = known ?? readHeader(text);
  if (header === undefined) return undefined;
  if (!known && headers.size < mostHeaders) headers.set(text, header);
  lastText = text;
  lastHeader = header;
  return header;
}

function readHeader(text: string): Header | undefined {
  const head = headOf(text);
  const kind = head && kindName.exec(text.slice(head.length + 2))?.[1];
  return head === undefined || kind === undefined ? undefined : { head, kind };
}

/** Where the count is: at the end, or before a version; -1 where neither is. */
function countIndex(fields: TextFields): number {
  const last = fields.count - 1;
  if (fields.areHexDigits(last, 4)) return last;
  const isBeforeVersion = fields.length(last) === 10 && fields.areHexDigits(last - 1, 4);
  return isBeforeVersion && oldVersion.test(fields.text(last)) ? last - 1 : -1;
}

/** Whether a field is a send time, or its empty place; a clock that no calendar has is one all the same. */
function isTime(fields: TextFields, index: number): boolean {
  return fields.isEmpty(index) || (fields.length(index) === 14 && fields.areDigits(index));
}

let lastVersion = '';
let lastModel = '';

/** The version in a field, whose model is `lastModel` then. Most messages of a connection have that of the one before. */
function versionIn(fields: TextFields, index: number): string {
  if (fields.is(index, lastVersion)) return lastVersion;
  lastVersion = fields.text(index);
  lastModel = modelOf(lastVersion);
  return lastVersion;
}

const reports = new TextFields(',');

/** The message without its tail character; undefined when it names no tracker, or its beginning or end is broken. */
export function openText(frame: Uint8Array, known: string | undefined, zone: Zone): TextMessage | undefined {
  const fields = reports.open(frame, 0, frame.length - 1);
  const header = headerOf(fields);
  if (header === undefined) return undefined;
  const { head, kind } = header;
  const isKnown = known !== undefined && fields.is(2, known);
  const versioned = isKnown || isUniqueId(fields, 2);
  const id = versioned ? 2 : 1;
  const countAt = countIndex(fields);
  if (countAt < 0 || !(versioned || isUniqueId(fields, id))) return undefined;
  const uniqueId = isKnown || (known !== undefined && fields.is(id, known)) ? known : fields.text(id);
  const version = versioned ? versionIn(fields, 1) : '';
  const model = versioned ? lastModel : '';
  const vin =
    versioned && fields.length(3) === 17 && vinName.test(fields.text(3)) ? fields.text(3) : undefined;
  const hasVin = vin !== undefined || model.startsWith('GV500');
  const from = versioned ? (hasVin ? 5 : 4) : 2;
  const end = isTime(fields, countAt - 1) ? countAt - 1 : countAt;
  if (end < Math.min(from, 3)) return undefined;
  const sentMs = fields.clock(countAt - 1, zone);
  return { head, kind, fields, version, model, uniqueId, vin, from, end, sentMs, countAt };
}
