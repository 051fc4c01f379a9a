import { hash } from 'node:crypto';
import type { DecodedPosition } from '@atalaia/protocols/decoded-position';
import type { Frame, TrackerMessage } from '@atalaia/protocols/protocol';
import { withPasswordMasked } from '../../platform/secrets/password-pattern.ts';
import { type IngestDevice, passwordOf } from '../ingest-device.ts';
import { plausiblePosition } from '../steps/position-step.ts';
import type { Entry, Receipt } from '../writer/entry.ts';
import type { Claim } from './claims-queries.ts';

/** What may differ between two sendings of one message, and so is no part of its identity (ING-02). */
const passing: ReadonlySet<string> = new Set(['raw', 'index', 'archive']);

/** Separates fields; no number and no sane text holds it. */
const mark = 0x1f;

/**
 * The identity of a position among those of its device: 32 hexadecimal digits over what the tracker sent, before any
 * rule changes it. The network heard, the server's time and the attributes raw, index and archive are left out: a
 * tracker that sends a message again may change them. Two messages of one second that differ in anything else differ.
 * Where an earlier release read the attributes otherwise they go in as it read them: what it stored is known again.
 */
export function digestOf(position: DecodedPosition): string {
  const attributes = position.formerAttributes ?? position.attributes;
  content.begin();
  content.add(position.fixTimeMs);
  content.add(position.deviceTimeMs);
  content.add(`${position.valid}`);
  content.add(position.outdated);
  content.add(position.latitude);
  content.add(position.longitude);
  content.add(position.altitude);
  content.add(position.speedKnots);
  content.add(position.course);
  content.add(position.accuracy);
  const count = sortKeys(attributes);
  for (let at = 0; at < count; at += 1) {
    const key = sortedKeys[at] ?? '';
    content.add(key);
    content.add(String(attributes[key]));
  }
  return hash('sha256', content.bytes(), 'hex').slice(0, 32);
}

/** Keys of the attributes that were sorted last, as far as they are part of the identity; behind them older ones. */
const sortedKeys: string[] = [];
/** So many are put in order one by one, which makes nothing new: nearly always all. */
const fewKeys = 32;

/** Puts them into `sortedKeys` and returns how many. */
function sortKeys(attributes: DecodedPosition['attributes']): number {
  let count = 0;
  for (const key in attributes) {
    if (passing.has(key)) continue;
    let at = count;
    count += 1;
    for (; count <= fewKeys && at > 0; at -= 1) {
      const before = sortedKeys[at - 1] ?? '';
      if (before < key) break;
      sortedKeys[at] = before;
    }
    sortedKeys[at] = key;
  }
  if (count > fewKeys) {
    sortedKeys.length = count;
    sortedKeys.sort();
  }
  return count;
}

/** Bytes of UTF-8 for a letter of a JavaScript string, at most. */
const mostBytesALetter = 3;
const usualBytes = 1024;
/** What a long one took is not kept beyond this. */
const roomyBytes = 64 * 1024;

/** Text of UTF-8 in memory of its own, used again for each: made of strings it would take ten times as much, with every message. */
const content = createContent();

function createContent() {
  let room = Buffer.allocUnsafeSlow(usualBytes);
  let end = 0;
  return {
    begin() {
      end = 0;
      if (room.length > roomyBytes) room = Buffer.allocUnsafeSlow(usualBytes);
    },
    /** Behind a mark; nothing where it is undefined. */
    add(value: string | number | boolean | undefined) {
      const text = value === undefined ? '' : `${value}`;
      const { length } = text;
      if (end + 1 + mostBytesALetter * length > room.length) {
        const larger = Buffer.allocUnsafeSlow(2 * (end + 1 + mostBytesALetter * length));
        room.copy(larger, 0, 0, end);
        room = larger;
      }
      if (end > 0) room[end++] = mark;
      for (let at = 0; at < length; at += 1) {
        const code = text.charCodeAt(at);
        if (code > 127) {
          end += room.write(text.slice(at), end);
          return;
        }
        room[end++] = code;
      }
    },
    bytes: () => room.subarray(0, end),
  };
}

/** Texts that identify something: a short password may be part of one by chance. */
const identifying: ReadonlySet<string> = new Set([
  'driverUniqueId',
  'vin',
  'iccid',
  'iccid2',
  'imei',
  'imsi',
  'ip',
]);
const isPasswordsName = (key: string) => /password|senha/i.test(key);

/** Everybody who sees the device reads its positions, so its password is masked in them. */
function withoutPassword(position: DecodedPosition, device: IngestDevice): DecodedPosition {
  const password = passwordOf(device);
  if (password === undefined) return position;
  const attributes = { ...position.attributes };
  for (const [key, value] of Object.entries(attributes)) {
    const isSpoken = typeof value === 'string' && !identifying.has(key);
    if (isSpoken || isPasswordsName(key)) attributes[key] = withPasswordMasked(String(value), password);
  }
  return { ...position, attributes };
}

/** What a message of a device, which came in these bytes, gives the writers to commit. */
export function entryOf(
  message: TrackerMessage,
  device: IngestDevice,
  protocol: string,
  receivedMs: number,
  frame: Frame,
  receipt: Receipt,
  claim?: Claim,
): Entry {
  switch (message.kind) {
    case 'position': {
      const { position } = message;
      const { position: plausible, implausible } = plausiblePosition(position, device.category);
      const entry: Entry = {
        kind: 'position',
        device,
        protocol,
        receivedMs,
        position: withoutPassword(plausible, device),
        digest: digestOf(position),
        frame,
        receipt,
        claim,
      };
      return implausible > 0 ? { ...entry, implausible } : entry;
    }
    case 'commandResult': {
      const { result } = message;
      const password = passwordOf(device);
      const shown = password === undefined ? result : withPasswordMasked(result, password);
      return {
        kind: 'answer',
        device,
        protocol,
        receivedMs,
        result,
        ...(shown !== result && { shown }),
        frame,
        claim,
      };
    }
    case 'login':
    case 'heartbeat':
      return { kind: 'message', device, receivedMs, claim };
  }
}
