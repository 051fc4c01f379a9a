import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useApi } from '../../lib/api/api-context.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useSessionStore } from '../../lib/session/session-context.ts';
import { statusText } from '../../lib/texts/status-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { type RowPlace, readRow, type StandingRow, saveRow } from './api/save-row.ts';
import type { Followed, FormContext, RegisterForm } from './form/register-form.ts';

interface SaveParts<Row extends { readonly id: number }, Values extends FieldValues> {
  readonly place: RowPlace<Row>;
  readonly form: RegisterForm<Row, Values>;
  readonly context: FormContext;
  /** Undefined for a new one. */
  readonly opened: StandingRow<Row> | undefined;
  /** In the place of making and changing a row where the others lie. */
  readonly write: ((input: object) => Promise<Row>) | undefined;
  readonly onSaved: (saved: Row) => void;
  /** It is saved, and something elsewhere asks for another word: how it stands now. */
  readonly onFollowed: (standing: StandingRow<Row>, followed: Followed) => void;
  readonly onRefused: (error: unknown) => void;
  /** As the row stands now. */
  readonly onConflict: (standing: StandingRow<Row>) => void;
}

/** Saves a form: the list learns of it, a toast tells it, and a failure keeps what was typed (LIST-06). */
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
  const api = useApi();
  const { text } = useTexts();
  const queries = useQueryClient();
  const session = useSessionStore();
  const [standing, setStanding] = useState(opened);

  const standingAfter = (saved: Row): Promise<StandingRow<Row>> =>
    readRow(api, place, saved.id).catch(() => ({ row: saved, revision: undefined }));

  const mutation = useMutation({
    async mutationFn(values: Values) {
      const input = form.inputOf(values, standing?.row, context);
      const saved = await (write ? write(input) : saveRow(api, place, standing, input));
      const followed = await form.follow?.(saved, context, api);
      // the revision to change from, where the form stays open on it
      const after = followed?.faults.size ? await standingAfter(saved) : undefined;
      return { saved, followed, after };
    },
    onSuccess({ saved, followed, after }) {
      form.afterSave?.(saved, context, session);
      toasts.show('success', text(standing ? 'saved.updated' : 'saved.created'));
      if (followed && after) {
        setStanding(after);
        onFollowed(after, followed);
        return;
      }
      if (followed) toasts.show('failure', followed.refusal);
      onSaved(saved);
    },
    onError(error) {
      const standingNow = standingIn(error, place);
      if (standingNow) {
        setStanding(standingNow);
        onConflict(standingNow);
        toasts.show('failure', text('conflict.title'));
        return;
      }
      toasts.show('failure', statusText(error, text));
      onRefused(error);
    },
    onSettled: () =>
      queries.invalidateQueries({
        // whoever holds all rows of a noun keeps them under its path, as the map its geofences
        predicate: ({ queryKey: [kind] }) => isOfRegisters(kind) || kind === place.path,
      }),
  });
  return { ...mutation, standing };
}

/** Lists, and the names that fields and cells show of other rows. */
function isOfRegisters(kind: unknown): boolean {
  return kind === 'register' || kind === 'reference' || kind === 'group';
}

/** What a refusal says of the row that somebody else changed since it was opened: how it stands now. */
function standingIn<Row>(error: unknown, { schema }: RowPlace<Row>): StandingRow<Row> | undefined {
  if (!(error instanceof ApiError) || error.code !== 'edited-meanwhile') return undefined;
  const { success, data } = schema.safeParse(error.details?.current);
  const revision = error.details?.revision;
  return success ? { row: data, revision: typeof revision === 'string' ? revision : undefined } : undefined;
}
