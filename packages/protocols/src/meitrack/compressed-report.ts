/**
 * Batch CCC, numbers least significant byte first:
 *
 *     version u16 | bytes of a report u16 | reports left in the cache u32 | reports
 *     report: event u8 | latitude i32, longitude i32, millionths of a degree | seconds since 2000 u32 | fixed u8 |
 *     satellites u8 | GSM u8 | km/h u16 | course u16 | HDOP u16, tenths | altitude i16 | mileage u32 m | run time u32 s |
 *     country u16 | network u16 | area u16 | cell u16 | inputs u8 | outputs u8 | AD1 u16 | battery u16 | supply u16 | fences u32
 *
 * Reports of later models are longer: what follows is left alone. The tracker deletes what `CCC,number` confirms.
 * Source: Meitrack GPRS Protocol, command CCC (T622 1.2, 3.45), and a public decoder and published captures
 * for the report.
 */
import { knotsFromKph } from '@atalaia/domain/units/units';
import {
  draftAt,
  type PositionDraft,
  setAltitude,
  setCourse,
  setPlace,
  setSpeed,
} from '../position-draft.ts';
import type { DecodeSettings } from '../protocol.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { setEvent } from './event-alarms.ts';
import { i16, instantOfSeconds, signed32, u16, u32 } from './little-endian.ts';
import { setInputs, setOutputs, setSupply } from './ports.ts';

const reportBytes = 52;

/** T622 with customized parameters: a layout that the server itself has to request first, which this one never does. */
const customizedVersion = 0x0501;

function readReport(reader: ByteReader, settings: DecodeSettings | undefined): PositionDraft {
  const event = reader.u8();
  const latitude = signed32(u32(reader));
  const longitude = signed32(u32(reader));
  const draft = draftAt(instantOfSeconds(u32(reader)));
  const { attributes } = draft;
  setEvent(attributes, event);
  setPlace(draft, latitude / 1e6, longitude / 1e6, reader.u8() === 1);
  attributes.sat = reader.u8();
  attributes.rssi = reader.u8();
  setSpeed(draft, knotsFromKph(u16(reader)));
  setCourse(draft, u16(reader));
  attributes.hdop = u16(reader) / 10;
  setAltitude(draft, i16(reader));
  attributes.odometer = u32(reader);
  attributes.runtime = u32(reader) * 1000;
  const cell = {
    mobileCountryCode: u16(reader),
    mobileNetworkCode: u16(reader),
    locationAreaCode: u16(reader),
    cellId: u16(reader),
  };
  if (cell.mobileCountryCode > 0 && cell.cellId > 0) draft.network = { cellTowers: [cell] };
  setInputs(attributes, reader.u8(), settings);
  setOutputs(attributes, reader.u8());
  attributes.adc1 = u16(reader);
  const battery = u16(reader);
  setSupply(attributes, battery, u16(reader));
  return draft;
}

/** The reports of a batch; undefined when they do not fill it. */
export function readCompressedBatch(
  body: Uint8Array,
  settings: DecodeSettings | undefined,
): PositionDraft[] | undefined {
  const head = new ByteReader(body);
  const version = u16(head);
  const size = u16(head);
  u32(head);
  const bytes = head.remaining;
  if (head.overrun || version === customizedVersion || size < reportBytes || bytes < size) return undefined;
  return Array.from({ length: Math.floor(bytes / size) }, (_, index) =>
    readReport(new ByteReader(body, body.length - bytes + index * size), settings),
  );
}
