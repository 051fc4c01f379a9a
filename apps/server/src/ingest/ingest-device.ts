import type { DecodeSettings } from '@atalaia/protocols/protocol';
import type { Thresholds } from './thresholds.ts';

/** What ingest needs to know of a registered device. Immutable: a change of the device gives a new one. */
export interface IngestDevice {
  readonly id: number;
  readonly uniqueId: string;
  readonly name: string;
  readonly disabled: boolean;
  readonly category: string | null;
  readonly groupId: number | undefined;
  /** From then on it counts as disabled, ms since 1970 UTC. */
  readonly expiresMs?: number;
  /** Positions of times outside this calendar are not kept. */
  readonly calendarId?: number;
  /** Its own limit in knots; the server's counts where it has none. */
  readonly speedLimitKnots: number | undefined;
  /** Its own, before the server's; absent where it has none, as nearly always. */
  readonly thresholds?: Partial<Thresholds>;
  /** How its frames are to be read; absent where they are like all others. */
  readonly decodeSettings?: DecodeSettings;
}

/** That of its tracker; undefined where none is known. */
export function passwordOf({ decodeSettings }: IngestDevice): string | undefined {
  const password = decodeSettings?.attributes?.devicePassword;
  const text = typeof password === 'string' || typeof password === 'number' ? String(password) : '';
  return text || undefined;
}
