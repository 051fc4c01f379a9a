import { alarms } from '@atalaia/domain/catalog/alarms';

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
