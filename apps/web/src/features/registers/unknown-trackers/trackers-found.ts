import type { UnknownTracker } from '@atalaia/contract/unknown-tracker';

/** Trackers whose identifier, protocol or address holds a text. */
export function trackersFound(trackers: readonly UnknownTracker[], typed: string): readonly UnknownTracker[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return trackers;
  return trackers.filter(({ uniqueId, protocol, address }) =>
    [uniqueId, protocol, address].some((word) => word.toLowerCase().includes(wanted)),
  );
}
