import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { useSessionStore } from '../../lib/session/session-context.ts';
import type { Person } from '../../lib/session/session-store.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { type AccountForm, inputOf } from './account-form-schema.ts';
import { saveAccount } from './api/save-account.ts';

/** Saves the account; the session shows the new values at once, and the interface speaks the language chosen. */
export function useSaveAccount(person: Person, onSaved: () => void) {
  const api = useApi();
  const session = useSessionStore();
  const { text, choose } = useTexts();
  return useMutation({
    mutationFn: (form: AccountForm) => saveAccount(api, person.id, inputOf(person, form)),
    onSuccess(saved, { language }) {
      session.refresh({ ...person, ...saved });
      toasts.show('success', text('saved.updated'));
      choose(language).catch((error: unknown) => console.error('The language could not be loaded', error));
      onSaved();
    },
  });
}
