import { hash } from 'node:crypto';
import type { DecodedPosition } from '@atalaia/protocols/decoded-position';

/** What may differ between two sendings of one message, and so is no part of its identity (ING-02). */
const passing: ReadonlySet<string> = new Set(['raw', 'index', 'archive']);

/** Separates fields; no number and no sane text holds it. */
const mark = '\u001f';

/**
 * The identity of a position among those of its device: 32 hexadecimal digits over what the tracker told, before any
 * rule changes it. The network heard, the server's time and the attributes raw, index and archive are left out: a
 * tracker that sends a message again may change them. Two messages of one second that differ in anything else differ.
 */
export function digestOf(position: DecodedPosition): string {
  const { attributes } = position;
  let content =
    `${position.fixTimeMs}${mark}${position.deviceTimeMs ?? ''}${mark}${position.valid}${mark}${position.outdated ?? ''}` +
    `${mark}${position.latitude ?? ''}${mark}${position.longitude ?? ''}${mark}${position.altitude ?? ''}` +
    `${mark}${position.speedKnots ?? ''}${mark}${position.course ?? ''}${mark}${position.accuracy ?? ''}`;
  for (const key of Object.keys(attributes).sort()) {
    if (!passing.has(key)) content += `${mark}${key}${mark}${attributes[key]}`;
  }
  return hash('sha256', content, 'hex').slice(0, 32);
}
