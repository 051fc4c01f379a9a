import { circleEndsMs, plausibleRadiusMetres } from '@atalaia/domain/travel/plausible-speed';
import { useNow } from '../../../lib/formats/use-now.ts';
import type { Fix } from './use-live-fix.ts';

/** The circle grows by steps, ms. */
const stepMs = 5000;

export interface Reach {
  readonly latitude: number;
  readonly longitude: number;
  readonly radiusMetres: number;
}

/** Where the vehicle may be by now; `over` when its last fix is too old to say; null when nothing is known. */
export function reachOf(fix: Fix, kmh: number | null, nowMs: number): Reach | 'over' | null {
  const { latitude, longitude, fixTime } = fix;
  if (latitude === null || longitude === null || fixTime === null || kmh === null) return null;
  const sinceMs = Math.max(0, nowMs - Date.parse(fixTime));
  if (sinceMs > circleEndsMs) return 'over';
  const radiusMetres = plausibleRadiusMetres(kmh, sinceMs);
  return radiusMetres === null ? null : { latitude, longitude, radiusMetres };
}

export function useReach(fix: Fix, kmh: number | null): Reach | 'over' | null {
  const nowMs = useNow(stepMs);
  return reachOf(fix, kmh, nowMs);
}
