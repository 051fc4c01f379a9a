import {
  type TrackerPort,
  trackerPortSchema,
  type UnknownTracker,
  unknownTrackerSchema,
} from '@atalaia/contract/unknown-tracker';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** So many are shown: who knocked last comes first. */
const mostShown = 500;

/** Trackers that knocked and that nobody registered (ING-04). */
export function listTrackers(api: ApiClient, signal: AbortSignal): Promise<readonly UnknownTracker[]> {
  const query = { limit: mostShown };
  return api.json({ path: 'unknown-trackers', query, signal }, z.array(unknownTrackerSchema));
}

/** Where to point a tracker to. */
export function listTrackerPorts(api: ApiClient, signal: AbortSignal): Promise<readonly TrackerPort[]> {
  return api.json({ path: 'unknown-trackers/ports', signal }, z.array(trackerPortSchema));
}
