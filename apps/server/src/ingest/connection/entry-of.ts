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
const mark = '\u001f';

/**
 * The identity of a position among those of its device: 32 hexadecimal digits over what the tracker sent, before any
 * rule changes it. The network heard, the server's time and the attributes raw, index and archive are left out: a
 * tracker that sends a message again may change them. Two messages of one second that differ in anything else differ.
 * Where an earlier release read the attributes otherwise they go in as it read them: what it stored is known again.
 */
export function digestOf(position: DecodedPosition): string {
  const attributes = position.formerAttributes ?? position.attributes;
  let content =
    `${position.fixTimeMs}${mark}${position.deviceTimeMs ?? ''}${mark}${position.valid}${mark}${position.outdated ?? ''}` +
    `${mark}${position.latitude ?? ''}${mark}${position.longitude ?? ''}${mark}${position.altitude ?? ''}` +
    `${mark}${position.speedKnots ?? ''}${mark}${position.course ?? ''}${mark}${position.accuracy ?? ''}`;
  for (const key of Object.keys(attributes).sort()) {
    if (!passing.has(key)) content += `${mark}${key}${mark}${attributes[key]}`;
  }
  return hash('sha256', content, 'hex').slice(0, 32);
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
