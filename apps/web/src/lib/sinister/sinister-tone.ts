import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { type SinisterAge, sinisterAge, sinisterColour } from '@atalaia/domain/time/sinister-age';

/** Names of the colours in `tones.css`. */
export type SinisterTone = SinisterAge | 'draft' | 'alarm' | 'online';

/** Which colour of the design a sinister has: by its age while it is open, by its closing after that (SIN-03). */
export function sinisterTone({ id, status, openingDate, closingType }: ToneOf, nowMs: number): SinisterTone {
  const openedMs = Date.parse(openingDate);
  const colour = sinisterColour({ id, status, openedMs, closingType }, nowMs);
  if (colour === 'white') return 'draft';
  if (colour === 'red') return 'alarm';
  return colour === 'green' ? 'online' : sinisterAge(openedMs, nowMs);
}

type ToneOf = Pick<Sinister, 'id' | 'status' | 'openingDate' | 'closingType'>;
