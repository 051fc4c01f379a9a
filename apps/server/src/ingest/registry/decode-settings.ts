import { protocolSettings } from '@atalaia/domain/protocol-settings';
import type { DecodeSettings } from '@atalaia/protocols/protocol';

/** Attributes that decoders read; the others of a device are no business of theirs, and need no memory here. */
const read: ReadonlySet<string> = new Set(['devicePassword', ...protocolSettings.map(({ key }) => key)]);

/** How a device's frames are to be read, from its attributes; undefined for one like all others, as nearly always. */
export function decodeSettingsFrom(
  attributes: Readonly<Record<string, unknown>>,
): DecodeSettings | undefined {
  const own = Object.entries(attributes).filter(([key]) => read.has(key));
  const { timezone } = attributes;
  const settings = {
    ...(isTimezone(timezone) && { timezone }),
    ...(own.length > 0 && { attributes: Object.fromEntries(own) }),
  };
  return Object.keys(settings).length > 0 ? settings : undefined;
}

/** A zone that nobody knows counts as none: a tracker's times are then read as UTC. */
function isTimezone(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }) !== undefined;
  } catch {
    return false;
  }
}
