import type { Kysely, Selectable } from 'kysely';
import type { Requester } from '../platform/db/leases/document-queue.ts';
import type { Schema, UsersTable } from '../platform/db/schema.ts';
import type { Viewer } from './visible.ts';

export type UserRow = Selectable<UsersTable>;

/** By whose right something is done. */
export interface ActingUser extends Viewer {
  readonly user: UserRow;
  /** Null where the server acts for him. */
  readonly address: string | null;
  /** Absent with Basic, which has no session. */
  readonly session: CallerSession | undefined;
  /** What another system says is taken over in his place: the audit says so. */
  readonly through?: 'sync';
}

/** Who makes a request, read from the database for this request. */
export interface Caller extends ActingUser {
  /** Network address the request came from. */
  readonly address: string;
  /** How he proved it. Only a browser's cookie travels without the page's doing, and is guarded against other sites. */
  readonly via: 'bearer' | 'basic' | 'cookie';
  /** His profile must have a second factor, and he showed none: he may set one up, and nothing else. */
  readonly needsSecondFactor?: boolean;
}

/** The server in this user's place: with his rights as they are now, and no more. Undefined where he is gone or may not sign in. */
export async function actingFor(db: Kysely<Schema>, userId: number): Promise<ActingUser | undefined> {
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  if (!user || !isInForce(user)) return undefined;
  const { administrator } = user;
  return { userId, administrator, user, address: null, session: undefined };
}

/** The account may be used now, by itself or for it. */
export const isInForce = (
  { disabled, expiration_time: until }: Caller['user'],
  nowMs = Date.now(),
): boolean => !disabled && (until === null || Date.parse(until) > nowMs);

export interface CallerSession {
  /** SHA-256 of the token, base64url. */
  readonly tokenHash: string;
  /** When the session or the account ends, whichever is first; ms since 1970 UTC. */
  readonly expiresMs: number;
  /** A `token` was made for a program and makes no other. */
  readonly kind: 'session' | 'token';
  /** Somebody else opened it, to look through this user's eyes. */
  readonly isDelegated?: boolean;
  /** What a token is bound to; null for everything that its user may. */
  readonly scopes: readonly string[] | null;
}

/** As whom he waits for heavy work. */
export const requesterOf = ({ user }: Pick<Caller, 'user'>): Requester => ({
  userId: user.id,
  company: user.customer_id ?? 0,
});

/** Who works at the desk; anybody else is a client there. */
export function worksAtDesk({ administrator, user }: Pick<Caller, 'administrator' | 'user'>): boolean {
  return administrator || user.desk_role !== 'none';
}

/** Whether the caller may change devices at all (`device-writer` of `route-access.ts`): neither flag binds him, nor the scopes of his token. */
export function mayWriteDevices({ administrator, user, session }: Writer): boolean {
  if (session?.scopes && !session.scopes.includes('write')) return false;
  return administrator || !(user.readonly || user.device_readonly);
}

/** Who writes or does not, as far as that depends on himself. */
export type Writer = Pick<Caller, 'administrator' | 'user'> & Partial<Pick<Caller, 'session'>>;

/** Whether the caller may change this customer, whom he sees: whose devices are read-only has his own customer's record so too. */
export function mayChangeCustomer(caller: Caller, customerId: number): boolean {
  return mayWriteDevices(caller) || caller.user.customer_id !== customerId;
}

/** What was done to how an account is signed in to. */
export type AccountAct =
  | 'password'
  | 'passwordGiven'
  | 'email'
  | 'login'
  | 'factorOn'
  | 'factorOff'
  | 'factorTaken'
  | 'codeMissing';

/** Tells the person as he was before it: of an e-mail that changed, the old one hears. One mail, however much was done. */
export type TellAccount = (user: UserRow, acts: readonly AccountAct[]) => void;
