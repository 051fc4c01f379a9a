import type { ProcedureDetail } from '@atalaia/contract/desk/procedure';
import { useState } from 'react';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { useWrite } from '../../../../lib/api/use-write.ts';
import { failureText } from '../../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { toasts } from '../../../../ui/feedback/toasts.ts';
import { publishVersion, saveProcedure } from './procedure-calls.ts';
import type { ProcedureDraft } from './use-procedure-draft.ts';

export type ProcedureWrites = ReturnType<typeof useProcedureWrites>;

/** Saving is a version, which is published at once or later; somebody else's newer one is not written over unasked. */
export function useProcedureWrites(
  row: ProcedureDetail | undefined,
  draft: ProcedureDraft,
  onSaved: (id: number) => void,
) {
  const { text } = useTexts();
  const [latest, setLatest] = useState(row?.latestVersion ?? 0);
  const [theirs, setTheirs] = useState<number | null>(null);
  const { name, shownName, use, steps } = draft;

  const done = (saved: ProcedureDetail, published: boolean) => {
    const number = published ? saved.publishedVersion : saved.latestVersion;
    toasts.show('success', text(published ? 'procedure.wasPublished' : 'procedure.saved', { number }));
    onSaved(saved.id);
  };
  const saving = useWrite({
    write: (api, { publish, version }: { readonly publish: boolean; readonly version: number }) =>
      saveProcedure(api, {
        ...{ id: row?.id ?? 0, version, use, steps, publish },
        // the server's own name is sent as it is stored
        name: name === shownName && row ? row.name : name.trim(),
      }),
    onSuccess: (saved, { publish }) => done(saved, publish),
    onError(error) {
      const current =
        error instanceof ApiError && error.code === 'edited-meanwhile' ? error.details?.current : null;
      if (current && typeof current === 'object' && 'latestVersion' in current) {
        setTheirs(Number(current.latestVersion));
      } else toasts.show('failure', failureText(error, text));
    },
  });
  const publishing = useWrite({
    write: (api, number: number) => {
      if (!row) throw new Error('what is not saved is not published');
      return publishVersion(api, row, number);
    },
    onSuccess: (saved) => done(saved, true),
    onError: (error) => toasts.show('failure', failureText(error, text)),
  });

  return {
    /** The newest version where it is somebody else's. */
    theirs,
    isSaving: saving.isPending,
    isPublishing: publishing.isPending,
    publish: (number: number) => publishing.mutate(number),
    save(publish: boolean, version = latest): void {
      if (!draft.trySave()) return;
      setTheirs(null);
      setLatest(version);
      saving.mutate({ publish, version });
    },
  };
}
