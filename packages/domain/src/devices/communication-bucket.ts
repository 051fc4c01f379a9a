/** How long ago a device reported, in the five groups of the dashboard (DASH-02). */
export const communicationBuckets = Object.freeze([
  'upTo30Minutes',
  'upTo4Hours',
  'upTo24Hours',
  'over24Hours',
  'never',
] as const);

export type CommunicationBucket = (typeof communicationBuckets)[number];

/**
 * The group of a device by its last update: up to 1800 s, up to 14400 s, up to 86400 s, over 86400 s, never. Limits
 * belong to the younger group; an update stamped in the future counts as just now.
 */
export function communicationBucket(
  lastUpdateMs: number | null | undefined,
  nowMs: number,
): CommunicationBucket {
  if (lastUpdateMs === null || lastUpdateMs === undefined) return 'never';
  const silenceSeconds = (nowMs - lastUpdateMs) / 1000;
  if (silenceSeconds <= 1800) return 'upTo30Minutes';
  if (silenceSeconds <= 14_400) return 'upTo4Hours';
  return silenceSeconds <= 86_400 ? 'upTo24Hours' : 'over24Hours';
}
