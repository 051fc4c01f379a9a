import { geofenceSchema } from '@atalaia/contract/rules/geofence';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiWriter } from '../../lib/api/api-client.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import type { Text } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { type FileGeofence, mostBytes, type ReadGeofenceFile } from './files/geofence-file.ts';

/** An import that stopped. */
class ImportStopped extends Error {
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
async function saveGeofences(api: ApiWriter, geofences: readonly FileGeofence[]): Promise<void> {
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

/** What an XML file says of its own encoding (XML 1.0, 4.3.3); it stands among its first bytes, in ASCII. */
const declared = /^[^<]{0,3}<\?xml[^>]*encoding=["']([\w.-]+)["']/;

/**
 * The text of a file: in the encoding that it declares, else in UTF-8, else, as programs of Windows write without saying
 * so, in Windows-1252.
 */
export function textOfFile(bytes: ArrayBuffer): string {
  const head = new TextDecoder('latin1').decode(bytes.slice(0, 200));
  const [, encoding = 'utf-8'] = declared.exec(head) ?? [];
  return decode(bytes, encoding) ?? decode(bytes, 'utf-8') ?? new TextDecoder('windows-1252').decode(bytes);
}

/** Undefined for an encoding that nobody knows, and for bytes that are not of it. */
function decode(bytes: ArrayBuffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export type GeofenceImport = ReturnType<typeof useGeofenceImport>;

/** The file that was chosen, what it holds or what is wrong with it, and the saving of it. */
export function useGeofenceImport(onDone: () => void) {
  const { text } = useTexts();
  const queries = useQueryClient();
  const [file, setFile] = useState<ReadGeofenceFile & { readonly name: string }>();
  const save = useWrite({
    write: (api, geofences: readonly FileGeofence[]) => saveGeofences(api, geofences),
    onSuccess(_, { length }) {
      toasts.show('success', text('geofenceFile.saved', { count: length }));
      onDone();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['geofences'] }),
  });

  return {
    file,
    async take(chosen: File) {
      save.reset();
      setFile({ name: chosen.name, ...(await read(chosen)) });
    },
    save: () => save.mutate(file?.geofences ?? []),
    isSaving: save.isPending,
    failure: save.error ? stoppedText(save.error, text) : undefined,
  };
}

/** What reads the formats is loaded when there is something to read. */
async function read(chosen: File): Promise<ReadGeofenceFile> {
  if (chosen.size > mostBytes) return { faults: [{ fault: 'too-large' }] };
  const { readGeofenceFile } = await import('./files/read-geofence-file.ts');
  return readGeofenceFile(textOfFile(await chosen.arrayBuffer()), chosen.name);
}

function stoppedText(error: unknown, text: Text): string {
  if (!(error instanceof ImportStopped)) return failureText(error, text);
  const { geofence, left, cause } = error;
  const where =
    left.length === 0
      ? text('geofenceFile.failedAt', { name: geofence.name })
      : text('geofenceFile.left', { name: geofence.name, names: left.map(({ name }) => name).join(', ') });
  return `${failureText(cause, text)} ${where}`;
}
