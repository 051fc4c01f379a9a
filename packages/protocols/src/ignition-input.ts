import type { DecodeSettings } from './protocol.ts';

/**
 * The input that a device's setting says its ignition is wired to, from 1; undefined when it is not set, so that the
 * ignition is not known. For trackers whose inputs have no meaning of their own.
 */
export function ignitionInput(settings: DecodeSettings | undefined, key: string): number | undefined {
  const input = settings?.attributes?.[key];
  return typeof input === 'number' && Number.isInteger(input) && input >= 1 && input <= 8 ? input : undefined;
}
