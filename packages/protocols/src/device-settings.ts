/** What the settings of a device say about its tracker. */
import { alarms } from '@atalaia/domain/catalog/alarms';
import type { CommandContext, DecodeSettings } from './protocol.ts';

/** A text among a device's attributes; undefined when it is absent or blank. */
export function textSetting(settings: CommandContext['settings'], key: string): string | undefined {
  const value = settings[key];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/**
 * The input that a device's setting says its ignition is wired to, from 1; undefined when it is not set, so that the
 * ignition is not known. For trackers whose inputs have no meaning of their own.
 */
export function ignitionInput(settings: DecodeSettings | undefined, key: string): number | undefined {
  const input = settings?.attributes?.[key];
  return typeof input === 'number' && Number.isInteger(input) && input >= 1 && input <= 8 ? input : undefined;
}

const longest = 500;
const entryForm = /^(\d{1,9})=([a-zA-Z]+)$/;

/** The entries of a device's setting that is a list, divided by commas, semicolons or blanks. */
export function listedEntries(value: unknown): readonly string[] {
  return typeof value === 'string' ? value.slice(0, longest).split(/[,;\s]+/) : [];
}

/** Which alarm of the vocabulary a tracker's own code is, from a setting like `20=sos, 21=powerCut`; others are passed over. */
export function codedAlarms(value: unknown): ReadonlyMap<number, string> {
  const words = new Map<number, string>();
  for (const entry of listedEntries(value)) {
    const [, code, word] = entryForm.exec(entry) ?? [];
    const known = alarms.find((alarm) => alarm.toLowerCase() === word?.toLowerCase());
    if (known !== undefined) words.set(Number(code), known);
  }
  return words;
}
