/** Who is signed in, outside React: the one place that knows the token and the profile. */
import type { Session } from '@atalaia/contract/accounts/session';
import { type Profile, profileFrom } from '@atalaia/domain/catalog/profile';
import { createStore, type ReadableStore } from '../store/store.ts';
import type { Snapshot } from './snapshot.ts';
import type { TokenKeeper } from './token-keeper.ts';

/** The person as the server describes him, without the token. */
export type Person = Snapshot['session'];

export type SessionState =
  | { readonly phase: 'signed-out'; readonly expired: boolean }
  /** A token without a readable snapshot: who it belongs to has to be asked first. */
  | { readonly phase: 'restoring'; readonly token: string }
  | {
      readonly phase: 'signed-in';
      readonly token: string;
      readonly person: Person;
      readonly profile: Profile;
      /** What was typed as user name. */
      readonly email: string;
      /** The token is refused, and the person held something that would be lost: he signs in again over it. */
      readonly isOver: boolean;
    };

export interface SessionStore extends ReadableStore<SessionState> {
  token(): string | null;
  /** The server accepted the credentials. Throws when its answer carries no token. */
  begin(answer: Session, typed: { readonly email: string; readonly keepConnected: boolean }): void;
  /** The server answered again whose token it is. */
  refresh(answer: Session): void;
  /** A call with this token was refused. True once, and only for the token in force. It is kept nowhere any more. */
  expire(token: string): boolean;
  /** Signs out here; the caller notifies the server. */
  end(): void;
}

export function createSessionStore(
  keeper: TokenKeeper,
  snapshot: Pick<Snapshot, 'session' | 'auth'> | undefined,
  /** Whether something that the person typed would be lost now. */
  isHeld: () => boolean = () => false,
): SessionStore {
  const store = createStore<SessionState>(initialState(keeper.read(), snapshot));

  function token(): string | null {
    const state = store.get();
    return state.phase === 'signed-out' || isOver(state) ? null : state.token;
  }

  function leave(expired: boolean): void {
    keeper.clear();
    store.set({ phase: 'signed-out', expired });
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    token,
    begin(answer, { email, keepConnected }) {
      if (answer.token === null) throw new Error('The answer to a sign-in carries no token');
      keeper.write(answer.token, keepConnected);
      store.set(signedIn(answer.token, { ...answer, token: null }, email));
    },
    refresh(answer) {
      const state = store.get();
      if (state.phase === 'signed-out' || isOver(state)) return;
      const email = state.phase === 'signed-in' ? state.email : answer.email;
      store.set(signedIn(state.token, { ...answer, token: null }, email));
    },
    expire(refused) {
      if (token() !== refused) return false;
      const state = store.get();
      if (state.phase !== 'signed-in' || !isHeld()) leave(true);
      else {
        keeper.clear();
        store.set({ ...state, isOver: true });
      }
      return true;
    },
    end: () => leave(false),
  };
}

function initialState(
  token: string | null,
  snapshot: Pick<Snapshot, 'session' | 'auth'> | undefined,
): SessionState {
  if (token === null) return { phase: 'signed-out', expired: false };
  if (!snapshot) return { phase: 'restoring', token };
  return signedIn(token, snapshot.session, snapshot.auth.email);
}

function signedIn(token: string, person: Person, email: string): SessionState {
  return { phase: 'signed-in', token, person, profile: profileOf(person), email, isOver: false };
}

/** Whether nobody's token is in force, although a page is still shown. */
export function isOver(state: SessionState): boolean {
  return state.phase === 'signed-in' && state.isOver;
}

/** The profile by the person's attribute, flags and number of devices (AUTH-09). */
export function profileOf(person: Person): Profile {
  return profileFrom({
    profileAttribute: person.attributes.profile,
    administrator: person.administrator,
    deviceLimit: person.deviceLimit,
    deviceCount: person.deviceCount,
  });
}

/**
 * Runs `act` when somebody else than before signs in on the same page, as after an expired session: lists that were read,
 * drafts and views in its memory are the other person's.
 */
export function onAnotherPerson(session: ReadableStore<SessionState>, act: () => void): void {
  const personOf = (state: SessionState) => (state.phase === 'signed-in' ? state.person.id : undefined);
  let before = personOf(session.get());
  session.subscribe(() => {
    const now = personOf(session.get());
    if (now === undefined) return;
    const isAnother = before !== undefined && before !== now;
    before = now;
    if (isAnother) act();
  });
}
