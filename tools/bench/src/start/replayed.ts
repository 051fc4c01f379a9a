import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How much of its log PostgreSQL replayed at its last start, MiB, by its own words in the server's log; 0 for none. */
export function replayedMib(dataDir: string): number {
  const text = readFileSync(join(dataDir, 'postgres.log'), 'utf8');
  const from = lastPlace(text, /redo starts at ([0-9A-F]+\/[0-9A-F]+)/g);
  const to = lastPlace(text, /redo done at ([0-9A-F]+\/[0-9A-F]+)/g);
  return from === undefined || to === undefined ? 0 : (to - from) / 2 ** 20;
}

/** A place in the log, in bytes from its beginning: `high/low`, hexadecimal. */
function lastPlace(text: string, pattern: RegExp): number | undefined {
  const place = [...text.matchAll(pattern)].at(-1)?.[1];
  if (place === undefined) return undefined;
  const [high = '0', low = '0'] = place.split('/');
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16);
}
