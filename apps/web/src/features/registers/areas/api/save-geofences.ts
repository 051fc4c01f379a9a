import { geofenceSchema } from '@atalaia/contract/geofence';
import type { ApiClient } from '../../../../lib/api/api-client.ts';
import type { FileGeofence } from '../files/geofence-file.ts';

/** An import that stopped. */
export class ImportStopped extends Error {
  /** The geofence that was refused. */
  readonly geofence: FileGeofence;
  /** Those that were saved before it and could not be taken back. */
  readonly left: readonly FileGeofence[];

  constructor(geofence: FileGeofence, left: readonly FileGeofence[], cause: unknown) {
    super(`the import stopped at ${geofence.name}`, { cause });
    this.geofence = geofence;
    this.left = left;
  }
}

/** Saves all or none: when one is refused, those saved before are removed again. Throws `ImportStopped`. */
export async function saveGeofences(api: ApiClient, geofences: readonly FileGeofence[]): Promise<void> {
  const saved: { readonly id: number; readonly geofence: FileGeofence }[] = [];
  for (const geofence of geofences) {
    try {
      const { id } = await api.json({ method: 'POST', path: 'geofences', json: geofence }, geofenceSchema);
      saved.push({ id, geofence });
    } catch (cause) {
      const left: FileGeofence[] = [];
      for (const { id, geofence: before } of saved) {
        await api.send({ method: 'DELETE', path: `geofences/${id}` }).catch(() => left.push(before));
      }
      throw new ImportStopped(geofence, left, cause);
    }
  }
}
