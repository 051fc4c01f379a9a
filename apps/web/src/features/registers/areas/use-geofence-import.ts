import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import type { Text } from '../../../lib/texts/texts.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { ImportStopped, saveGeofences } from './api/save-geofences.ts';
import { type FileGeofence, mostBytes, type ReadGeofenceFile } from './files/geofence-file.ts';
import { textOfFile } from './files/text-of-file.ts';

export type GeofenceImport = ReturnType<typeof useGeofenceImport>;

/** The file that was chosen, what it holds or what is wrong with it, and the saving of it. */
export function useGeofenceImport(onDone: () => void) {
  const { text } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const [file, setFile] = useState<ReadGeofenceFile & { readonly name: string }>();
  const save = useMutation({
    mutationFn: (geofences: readonly FileGeofence[]) => saveGeofences(api, geofences),
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
