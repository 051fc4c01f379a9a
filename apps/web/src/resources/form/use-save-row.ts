import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { ApiWriter } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { useSessionStore } from '../../lib/session/session-context.ts';
import { statusText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { type RowPlace, readRow, type StoredRow, saveRow } from '../api/save-row.ts';
import type { Followed, FormContext, FormDefinition } from './form-definition.ts';

interface SaveParts<Row extends { readonly id: number }, Values extends FieldValues> {
  readonly place: RowPlace<Row>;
  readonly form: FormDefinition<Row, Values>;
  readonly context: FormContext;
  /** Undefined for a new one. */
  readonly opened: StoredRow<Row> | undefined;
  /** In place of the usual request that makes or changes a row. */
  readonly write: ((api: ApiWriter, input: object) => Promise<Row>) | undefined;
  readonly onSaved: (saved: Row) => void;
  /** Saved, but a second step failed: the row as stored now. */
  readonly onFollowed: (stored: StoredRow<Row>, followed: Followed) => void;
  readonly onRefused: (error: unknown) => void;
  /** The row as stored now. */
  readonly onConflict: (stored: StoredRow<Row>) => void;
}

/** Saves a form: reloads the list, shows a toast; a failure keeps the typed values (LIST-06). */
export function useSaveRow<Row extends { readonly id: number }, Values extends FieldValues>({
  place,
  form,
  context,
  opened,
  write,
  onSaved,
  onFollowed,
  onRefused,
  onConflict,
}: SaveParts<Row, Values>) {
  const { text } = useTexts();
  const queries = useQueryClient();
  const session = useSessionStore();
  const [stored, setStored] = useState(opened);

  const storedAfter = (api: ApiWriter, saved: Row): Promise<StoredRow<Row>> =>
    readRow(api, place, saved.id).catch(() => ({ row: saved, revision: undefined }));

  const mutation = useWrite({
    ofForm: true,
    async write(api, values: Values) {
      const input = form.inputOf(values, stored?.row, context);
      const saved = await (write ? write(api, input) : saveRow(api, place, stored, input));
      const followed = await form.follow?.(saved, context, api);
      // the revision to change from, where the form stays open on it
      const after = followed?.faults.size ? await storedAfter(api, saved) : undefined;
      return { saved, followed, after };
    },
    onSuccess({ saved, followed, after }) {
      form.afterSave?.(saved, context, session);
      toasts.show('success', text(stored ? 'saved.updated' : 'saved.created'));
      if (followed && after) {
        setStored(after);
        onFollowed(after, followed);
        return;
      }
      if (followed) toasts.show('failure', followed.refusal);
      onSaved(saved);
    },
    onError(error) {
      const storedNow = storedIn(error, place);
      if (storedNow) {
        setStored(storedNow);
        onConflict(storedNow);
        return;
      }
      toasts.show('failure', statusText(error, text));
      onRefused(error);
    },
    onSettled() {
      // not waited for: who was refused may save again while the lists are read
      void queries.invalidateQueries({
        // queries for all rows of a noun use its path as key, such as the map's geofences
        predicate: ({ queryKey: [kind] }) => isOfResources(kind) || kind === place.path,
      });
    },
  });
  return { ...mutation, stored };
}

/** Lists, and the names that fields and cells show of other rows. */
function isOfResources(kind: unknown): boolean {
  return kind === 'resource' || kind === 'reference';
}

/** What a refusal says of the row that somebody else changed since it was opened: the row as stored now. */
function storedIn<Row>(error: unknown, { schema }: RowPlace<Row>): StoredRow<Row> | undefined {
  if (!(error instanceof ApiError) || error.code !== 'edited-meanwhile') return undefined;
  const { success, data } = schema.safeParse(error.details?.current);
  const revision = error.details?.revision;
  return success ? { row: data, revision: typeof revision === 'string' ? revision : undefined } : undefined;
}
