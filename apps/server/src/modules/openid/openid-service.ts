/** Signing in at an OpenID Connect provider (IDP-02): the way there and back, whose account it is, and its link with one here. */
import type { OpenIdLink } from '@atalaia/contract/accounts/openid';
import type { Session } from '@atalaia/contract/accounts/session';
import type { Kysely } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { FactorChanges } from '../second-factor/second-factor-service.ts';
import type { SessionsService, SignedIn, SignInPlace } from '../sessions/sessions-service.ts';
import type { ProvidedUsersService } from '../users/provided-users-service.ts';
import { createAccounts } from './openid-accounts.ts';
import type { Flow, Identity, OpenIdProvider } from './openid-provider.ts';
import {
  deleteIdentityOf,
  findArrival,
  findIdentityOf,
  forgetArrivals,
  insertArrival,
  takeArrival,
} from './openid-queries.ts';

export interface OpenIdParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly secrets: Secrets;
  readonly nowMs: () => number;
  /** None: every way into the service throws `not-found`. */
  readonly provider: OpenIdProvider | undefined;
  readonly publicUrl: string | undefined;
  readonly sessions: Pick<
    SessionsService,
    'signInByProvider' | 'byToken' | 'describe' | 'signOut' | 'idTokenOf'
  >;
  readonly users: ProvidedUsersService;
  /** Throws `too-many-requests`; what was no guess is taken back. */
  readonly countReturn: (address: string) => Promise<{ withdraw(): Promise<void> }>;
  /** False for what was answered before, in whatever process. */
  readonly takeAnswer: (mark: string) => Promise<boolean>;
  readonly changes: Pick<FactorChanges, 'confirm'>;
  readonly hasPassword: (user: Caller['user']) => boolean;
  readonly makeToken: () => string;
  readonly hashToken: (token: string) => Buffer;
}

/** Where a browser goes, and what it must bring back. */
export interface Departure {
  readonly url: string;
  readonly flowCookie: string;
}

export interface Arrival {
  /** For the page, which takes its session by it; undefined where an account was linked. */
  readonly arrivalCookie: string | undefined;
  /** Undefined while a code is missing. */
  readonly signedIn: SignedIn | undefined;
}

export interface OpenIdService {
  /** `origin`: where the browser is, unless the settings say where people are. Throws `openid-away`. */
  begin(origin: string): Promise<Departure>;
  /** Who comes back links that account with his own. Throws `current-password-wrong` and `openid-away`. */
  beginLink(caller: Caller, currentPassword: string, origin: string): Promise<Departure>;
  /** Of a browser that came back. Throws the code of why nobody is let in. */
  finish(query: URLSearchParams, flowCookie: string | undefined, place: SignInPlace): Promise<Arrival>;
  /** The session of who came back, for his page, once. Throws `openid-state`, and what a missing and a wrong code throw. */
  take(
    arrivalCookie: string | undefined,
    code: string | undefined,
    place: SignInPlace,
  ): Promise<SignedIn | { readonly session: Session; readonly deviceCookie: undefined }>;
  /** Signs out here, and says where the browser does so at the provider. */
  end(caller: Caller, cookieToken: string | undefined, origin: string): Promise<string | null>;
  read(caller: Caller): Promise<OpenIdLink>;
  /** Throws `openid-only-way`, `current-password-wrong`, `not-found`. */
  unlink(caller: Caller, currentPassword: string): Promise<void>;
  /** Deletes what nobody takes any more. Called on a timer. */
  forget(): Promise<void>;
}

/** A person may take his time at the provider: a second factor, a forgotten password. */
const flowLastsMs = 15 * 60_000;

type SealedFlow = Flow & { readonly atMs: number; readonly linkOf: number | null };
type SealedArrival =
  | { readonly token: string }
  | { readonly userId: number; readonly isStrong: boolean; readonly idToken: string };

const outOfPlace = () =>
  new AppError('openid-state', 'this browser did not begin this sign-in, or it is over: begin again');

export function createOpenIdService(parts: OpenIdParts): OpenIdService {
  const { kysely, commit, secrets, sessions, hashToken } = parts;

  function set(): OpenIdProvider {
    if (parts.provider) return parts.provider;
    throw new AppError('not-found', 'no sign-in by OpenID Connect is set up');
  }

  async function depart(origin: string, linkOf: number | null): Promise<Departure> {
    const provider = set();
    const flow = provider.newFlow(`${parts.publicUrl ?? origin}/api/session/openid/callback`);
    const sealed: SealedFlow = { ...flow, atMs: parts.nowMs(), linkOf };
    return {
      url: await provider.signInUrl(flow),
      flowCookie: secrets.seal(`openid flow ${JSON.stringify(sealed)}`),
    };
  }

  /** What this browser took along, where it is ours and not too old. */
  function flowIn(cookie: string | undefined): SealedFlow | undefined {
    const text = cookie !== undefined && secrets.opens(cookie) ? secrets.open(cookie) : '';
    const [, json] = /^openid flow (.*)$/s.exec(text) ?? [];
    const flow = json === undefined ? undefined : (JSON.parse(json) as SealedFlow);
    return flow && Math.abs(parts.nowMs() - flow.atMs) <= flowLastsMs ? flow : undefined;
  }

  async function arriveAs(userId: number, identity: Identity, place: SignInPlace): Promise<Arrival> {
    const shown = { isStrong: identity.isStrong, idToken: identity.idToken };
    const signedIn = await sessions.signInByProvider(userId, shown, undefined, place).catch((error) => {
      if (error instanceof AppError && error.code === 'second-factor-needed') return undefined;
      throw error;
    });
    const arrival: SealedArrival = signedIn ? { token: signedIn.session.token } : { userId, ...shown };
    const arrivalCookie = parts.makeToken();
    await insertArrival(kysely, hashToken(arrivalCookie), secrets.seal(JSON.stringify(arrival)));
    return { arrivalCookie, signedIn };
  }

  const accounts = createAccounts(parts.users);

  return {
    begin: (origin) => depart(origin, null),

    async beginLink(caller, currentPassword, origin) {
      set();
      await parts.changes.confirm(caller, currentPassword);
      return depart(origin, caller.userId);
    },

    async finish(query, cookie, place) {
      const provider = set();
      const flow = flowIn(cookie);
      if (!flow || query.get('state') !== flow.state) throw outOfPlace();
      const counted = await parts.countReturn(place.address);
      if (!(await parts.takeAnswer(secrets.fingerprint(`openid ${flow.state}`)))) throw outOfPlace();
      try {
        const identity = await provider.identify(flow, query);
        const { linkOf } = flow;
        const userId = await commit((within, publish) =>
          linkOf === null
            ? accounts.find(within, publish, provider, identity, place.address)
            : accounts.link(within, provider, identity, linkOf, place.address),
        );
        const arrival =
          linkOf === null
            ? await arriveAs(userId, identity, place)
            : { arrivalCookie: undefined, signedIn: undefined };
        await counted.withdraw();
        return arrival;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const details = { by: 'openid', reason: error.code };
        const entry = { action: 'sign-in-refused', noun: 'session', details } as const;
        await writeAudit(kysely, { address: place.address }, entry);
        throw error;
      }
    },

    async take(cookie, code, place) {
      set();
      const mark = cookie === undefined ? undefined : hashToken(cookie);
      const sealed = mark && (await findArrival(kysely, mark));
      if (!mark || sealed === undefined || !secrets.opens(sealed)) throw outOfPlace();
      const arrival = JSON.parse(secrets.open(sealed)) as SealedArrival;
      if ('token' in arrival) {
        const isTaken = await takeArrival(kysely, mark);
        const caller = isTaken && (await sessions.byToken(arrival.token, 'cookie', place.address));
        if (!caller) throw outOfPlace();
        const session = { ...(await sessions.describe(caller)), token: arrival.token };
        return { session, deviceCookie: undefined };
      }
      const signedIn = await sessions.signInByProvider(arrival.userId, arrival, code, place);
      await takeArrival(kysely, mark);
      return signedIn;
    },

    ...createOwnAccount(parts, set),

    forget: () => forgetArrivals(kysely),
  };
}

/** What who is signed in does with his account of the provider. */
function createOwnAccount(
  parts: OpenIdParts,
  set: () => OpenIdProvider,
): Pick<OpenIdService, 'end' | 'read' | 'unlink'> {
  const { kysely, commit, sessions } = parts;
  return {
    async end(caller, cookieToken, origin) {
      const provider = set();
      const idToken = await sessions.idTokenOf(caller);
      await sessions.signOut(caller, cookieToken);
      if (idToken === undefined) return null;
      return (await provider.signOutUrl(idToken, `${parts.publicUrl ?? origin}/login`)) ?? null;
    },

    async read({ userId, user }) {
      const { settings } = set();
      const found = await findIdentityOf(kysely, userId, settings.issuer);
      return {
        provider: settings.name,
        linked: found
          ? { label: found.label, createdAt: found.created_at, lastUsedAt: found.last_used_at }
          : null,
        hasPassword: parts.hasPassword(user),
      };
    },

    async unlink(caller, currentPassword) {
      const { settings } = set();
      if (!parts.hasPassword(caller.user))
        throw new AppError('openid-only-way', 'without a password nothing else opens this account');
      await parts.changes.confirm(caller, currentPassword);
      await commit(async (within) => {
        if (!(await deleteIdentityOf(within, caller.userId, settings.issuer)))
          throw new AppError('not-found', 'no account of the provider is linked');
        const entry = { action: 'openid-unlinked', noun: 'user', objectId: caller.userId } as const;
        await writeAudit(within, caller, entry);
      });
    },
  };
}
