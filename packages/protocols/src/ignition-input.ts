import type { DecodeSettings } from './protocol.ts';

/**
 * The input that a device's setting says its ignition is wired to, from 1; undefined when it is not told, so that the
 * ignition is not known. For trackers whose inputs have no meaning of their own.
 */
export function ignitionInput(settings: DecodeSettings | undefined, key: string): number | undefined {
  const told = settings?.attributes?.[key];
  return typeof told === 'number' && Number.isInteger(told) && told >= 1 && told <= 8 ? told : undefined;
}
