/** What no decoder may say, whatever bytes it was given (ING-03). Cheap: it is asked millions of times. */
import type { DecodedPosition } from '../decoded-position.ts';
import type { Reply, TrackerMessage } from '../protocol.ts';

const latest = Date.UTC(2200, 0);
const maxSpeedKnots = 1000;

/** What is wrong with a message, or undefined. */
export function messageFault(message: TrackerMessage): string | undefined {
  for (const id of message.uniqueIds) if (typeof id !== 'string' || id === '') return 'an id that is none';
  if (message.kind === 'position') return positionFault(message.position);
  if (message.kind === 'heartbeat') return attributesFault(message.attributes);
  if (message.kind === 'commandResult' && typeof message.result !== 'string')
    return 'a result that is no text';
  return undefined;
}

export function replyFault({ bytes }: Reply): string | undefined {
  return bytes instanceof Uint8Array && bytes.length > 0 ? undefined : 'a reply of no bytes';
}

const isTime = (ms: number) => Number.isInteger(ms) && ms >= 0 && ms < latest;
const isWithin = (value: number | undefined, least: number, most: number) =>
  value === undefined || (value >= least && value <= most);

function positionFault(position: DecodedPosition): string | undefined {
  const { latitude, longitude, fixTimeMs, deviceTimeMs, course } = position;
  if (!isTime(fixTimeMs)) return `fix time ${fixTimeMs}`;
  if (deviceTimeMs !== undefined && !isTime(deviceTimeMs)) return `device time ${deviceTimeMs}`;
  if ((latitude === undefined) !== (longitude === undefined)) return 'half a place';
  if (!isWithin(latitude, -90, 90) || !isWithin(longitude, -180, 180)) return `${latitude}, ${longitude}`;
  if (position.valid && latitude === undefined) return 'valid without a place';
  if (!isWithin(position.speedKnots, 0, maxSpeedKnots)) return `${position.speedKnots} knots`;
  if (course !== undefined && !(course >= 0 && course < 360)) return `course ${course}`;
  if (!isWithin(position.accuracy, 0, Number.MAX_VALUE)) return `accuracy ${position.accuracy}`;
  if (!isWithin(position.altitude, -10_000, 100_000)) return `altitude ${position.altitude}`;
  return attributesFault(position.attributes) ?? networkFault(position.network);
}

function attributesFault(attributes: DecodedPosition['attributes']): string | undefined {
  for (const key of Object.keys(attributes)) {
    const value = attributes[key];
    const kind = typeof value;
    if (kind !== 'string' && kind !== 'boolean' && !(kind === 'number' && Number.isFinite(value))) {
      return `${key} is ${value}`;
    }
  }
  const { batteryLevel } = attributes;
  if (typeof batteryLevel === 'number' && !isWithin(batteryLevel, 0, 100)) return `battery ${batteryLevel} %`;
  return undefined;
}

function networkFault(network: DecodedPosition['network']): string | undefined {
  if (!network) return undefined;
  for (const received of [network.cellTowers, network.wifiAccessPoints]) {
    for (const { signalStrength } of received ?? []) {
      if (signalStrength !== undefined && !(signalStrength < 0)) return `${signalStrength} dBm`;
    }
  }
  return undefined;
}
