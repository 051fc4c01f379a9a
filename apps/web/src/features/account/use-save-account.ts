import { type User, type UserInput, userSchema } from '@atalaia/contract/accounts/user';
import { use } from 'react';
import type { ApiWriter } from '../../lib/api/api-client.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { useSessionStore } from '../../lib/session/session-context.ts';
import type { Person } from '../../lib/session/session-store.ts';
import { TextsContext } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { type AccountForm, inputOf } from './account-form-schema.ts';

/** Saves the account; the session shows the new values at once, and the interface speaks the language chosen. */
export function useSaveAccount(person: Person, onSaved: () => void) {
  const session = useSessionStore();
  const texts = use(TextsContext);
  if (!texts) throw new Error('useSaveAccount needs a TextsContext above it');
  return useWrite({
    ofForm: true,
    write: (api, form: AccountForm) => saveAccount(api, person.id, inputOf(person, form)),
    async onSuccess(saved, { language }) {
      session.refresh({ ...person, ...saved });
      onSaved();
      await texts
        .choose(language)
        .catch((error: unknown) => console.error('The language could not be loaded', error));
      // In the language that was chosen, when it is another one now.
      toasts.show('success', texts.get().text('saved.updated'));
    },
  });
}

/** Changes the person signed in; answers him as he is now. */
function saveAccount(api: ApiWriter, userId: number, input: UserInput): Promise<User> {
  return api.json({ method: 'PUT', path: `users/${userId}`, json: input }, userSchema);
}
