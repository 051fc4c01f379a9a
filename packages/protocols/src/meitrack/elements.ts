/**
 * Elements of report CCE by their number and the bytes of their value; numbers of two bytes begin with FE. Values are
 * least significant byte first. Sources: Meitrack T366, T633L and P88L GPRS Protocol, 1.2, and public decoders.
 */
import { knotsFromKph } from '@atalaia/domain/units/units';
import { type PositionDraft, setAltitude, setCourse, setSpeed } from '../position-draft.ts';
import type { DecodeSettings } from '../protocol.ts';
import { setEvent } from './event-alarms.ts';
import { instantOfSeconds, signed32 } from './little-endian.ts';
import { setInputs, setOutputs } from './ports.ts';

/** A position whose place is reported in three elements, in any order. */
export interface ElementDraft {
  readonly draft: PositionDraft;
  readonly settings: DecodeSettings | undefined;
  fixed: boolean;
  latitude?: number;
  longitude?: number;
}

type Set = (elements: ElementDraft, value: number) => void;

function signed16(value: number): number {
  return value > 0x7fff ? value - 0x1_0000 : value;
}

/** An attribute, the value times `scale`. */
function scaled(key: string, scale = 1): Set {
  // division keeps decimals short where multiplication by 0.01 does not
  const divisor = 1 / scale;
  return ({ draft }, value) => {
    draft.attributes[key] = scale < 1 ? value / Math.round(divisor) : value * scale;
  };
}

function percent(key: string, scale = 1): Set {
  const set = scaled(key, scale);
  return (elements, value) => {
    if (value * scale <= 100) set(elements, value);
  };
}

/** No vehicle's own computer says more. */
const maxObdKph = 500;

const obdSpeed: Set = ({ draft }, value) => {
  if (value <= maxObdKph) draft.attributes.obdSpeed = value;
};

const eventCode: Set = ({ draft }, value) => setEvent(draft.attributes, value);

export const oneByteElements: ReadonlyMap<number, Set> = new Map<number, Set>([
  [0x01, eventCode],
  [
    0x05,
    (elements, value) => {
      elements.fixed = value > 0;
    },
  ],
  [0x06, scaled('sat')],
  [0x07, scaled('rssi')],
  [0x14, ({ draft }, value) => setOutputs(draft.attributes, value)],
  [0x15, ({ draft, settings }, value) => setInputs(draft.attributes, value, settings)],
  [
    0x47,
    ({ draft }, value) => {
      if (value > 0) draft.attributes.lock = value === 2;
    },
  ],
  [0x97, percent('throttle')],
  [0x9d, percent('fuelLevel')],
  [0xfe69, percent('batteryLevel')],
]);

export const twoByteElements: ReadonlyMap<number, Set> = new Map<number, Set>([
  [0x08, ({ draft }, value) => setSpeed(draft, knotsFromKph(value))],
  [0x09, ({ draft }, value) => setCourse(draft, value)],
  [0x0a, scaled('hdop', 0.1)],
  [
    0x0b,
    ({ draft }, value) => {
      setAltitude(draft, signed16(value));
    },
  ],
  [0x16, scaled('adc1', 0.01)],
  [0x17, scaled('adc2', 0.01)],
  [0x18, scaled('adc3', 0.01)],
  [0x19, scaled('battery', 0.01)],
  [0x1a, scaled('power', 0.01)],
  [0x29, percent('fuelLevel', 0.01)],
  [0x40, eventCode],
  [0x91, obdSpeed],
  [0x92, obdSpeed],
  [0x98, scaled('fuelUsed')],
  [0x99, scaled('rpm')],
  [0x9c, ({ draft }, value) => (draft.attributes.engineTemp = signed16(value))],
  [0x9f, ({ draft }, value) => (draft.attributes.temp1 = signed16(value))],
  [0xc9, scaled('fuelConsumption')],
]);

export const fourByteElements: ReadonlyMap<number, Set> = new Map<number, Set>([
  [
    0x02,
    (elements, value) => {
      elements.latitude = signed32(value) / 1e6;
    },
  ],
  [
    0x03,
    (elements, value) => {
      elements.longitude = signed32(value) / 1e6;
    },
  ],
  [
    0x04,
    ({ draft }, value) => {
      draft.fixTimeMs = instantOfSeconds(value);
    },
  ],
  [0x0c, scaled('odometer')],
  [0x0d, scaled('runtime', 1000)],
  [0x25, ({ draft }, value) => (draft.attributes.driverUniqueId = String(value))],
  [0x9b, scaled('obdOdometer')],
  [0xa0, scaled('fuelUsed', 0.001)],
  [0xa2, scaled('fuelConsumption', 0.01)],
  [0xfef4, scaled('hours', 60_000)],
]);
