/**
 * The provider that people sign in at: its document, which is fetched when somebody asks and not at the start, the address to
 * send a browser to, and who comes back. `openid-client` checks the answers; every call goes through the outbound guard.
 */
import * as oidc from 'openid-client';
import type { Logger } from 'pino';
import { AppError } from '../../errors/app-error.ts';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { OpenIdSettings } from '../../platform/config/openid-settings.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import type { OutboundMetrics } from '../../platform/outbound/outbound-metrics.ts';

/** What a browser takes along to the provider and brings back. */
export interface Flow {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE: only who began can end it. */
  readonly verifier: string;
}

/** Whom the provider says that it is. */
export interface Identity {
  readonly subject: string;
  readonly name: string | undefined;
  readonly email: string | undefined;
  /** The provider says that the address is his. */
  readonly isEmailVerified: boolean;
  readonly groups: readonly string[];
  /** It checked a second factor. */
  readonly isStrong: boolean;
  /** For its sign-out. */
  readonly idToken: string;
}

export interface OpenIdProvider {
  readonly settings: OpenIdSettings;
  newFlow(redirectUri: string): Flow;
  /** Where a browser goes to sign in. Throws `openid-away`. */
  signInUrl(flow: Flow): Promise<string>;
  /** Who came back with this query. Throws `openid-away`, `openid-denied`, `openid-refused`. */
  identify(flow: Flow, query: URLSearchParams): Promise<Identity>;
  /** Where a browser goes to sign out there; undefined where the provider has no such place, or is away. */
  signOutUrl(idToken: string, returnTo: string): Promise<string | undefined>;
}

const timeoutMs = 5_000;
const mostAnswerBytes = 256 * 1024;
/** Keys and addresses of a provider change seldom; a key that is new is fetched when it is met. */
const documentLastsMs = 60 * 60_000;
const longestSubject = 255;
const mostGroups = 1_000;

export interface OpenIdProviderParts {
  readonly settings: OpenIdSettings;
  readonly metrics: OutboundMetrics;
  readonly log: Pick<Logger, 'warn'>;
}

export function createOpenIdProvider({ settings, metrics, log }: OpenIdProviderParts): OpenIdProvider {
  const { issuer, clientId, clientSecret, scopes, secondFactorAcr } = settings;
  const call = createOutbound({ service: 'openid', metrics, timeoutMs, mostAnswerBytes });
  let known: { readonly document: oidc.Configuration; readonly atMs: number } | undefined;
  let coming: Promise<oidc.Configuration> | undefined;

  const fetchOutside: oidc.CustomFetch = async (url, { method, headers, body, signal }) => {
    try {
      const answer = await call({
        ...{ url, method, headers: Object.fromEntries(new Headers(headers)) },
        ...(body != null && { body: String(body) }),
        ...(signal && { signal }),
      });
      return new Response(answer.text, { status: answer.status, headers: answer.headers });
    } catch (error) {
      // what the provider says no with is read as its answer
      if (!(error instanceof DeliveryFailed) || !error.isLasting || error.status === undefined) throw error;
      const json = { 'content-type': 'application/json' };
      return new Response(error.answer ?? '', { status: error.status, headers: json });
    }
  };

  async function discover(): Promise<oidc.Configuration> {
    const execute = [oidc.enableNonRepudiationChecks];
    if (issuer.startsWith('http:')) execute.push(oidc.allowInsecureRequests);
    return oidc.discovery(new URL(issuer), clientId, undefined, authenticationBy(clientSecret), {
      [oidc.customFetch]: fetchOutside,
      timeout: timeoutMs / 1000,
      execute,
    });
  }

  /** One look at a time; an old document serves while no new one comes. */
  async function document(): Promise<oidc.Configuration> {
    if (known && Date.now() - known.atMs < documentLastsMs) return known.document;
    coming ??= discover().finally(() => {
      coming = undefined;
    });
    try {
      known = { document: await coming, atMs: Date.now() };
    } catch (err) {
      log.warn({ err, issuer }, 'the OpenID Connect provider gave no document');
      if (!known) throw away();
    }
    return known.document;
  }

  /** What was granted for the code, with what the provider says beside. */
  async function claimsOf(flow: Flow, query: URLSearchParams) {
    const config = await document();
    const url = new URL(flow.redirectUri);
    url.search = query.toString();
    const tokens = await oidc.authorizationCodeGrant(config, url, {
      pkceCodeVerifier: flow.verifier,
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims || !tokens.id_token) throw new Error('the provider gave no ID token');
    const isWhole =
      claims.email_verified !== undefined && claimAt(claims, settings.groupsClaim) !== undefined;
    const asks = !isWhole && config.serverMetadata().userinfo_endpoint !== undefined;
    const beside = asks ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : undefined;
    // an address and whether it is his are said in one breath
    const mail = claims.email_verified === undefined && beside?.email !== undefined ? beside : claims;
    const { email, email_verified } = mail;
    const all: Claims = { ...beside, ...claims, email, email_verified };
    return { claims: all, idToken: tokens.id_token };
  }

  return {
    settings,

    newFlow: (redirectUri) => ({
      redirectUri,
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    }),

    async signInUrl({ redirectUri, state, nonce, verifier }) {
      const url = oidc.buildAuthorizationUrl(await document(), {
        ...{ redirect_uri: redirectUri, scope: scopes, state, nonce },
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(secondFactorAcr.length > 0 && { acr_values: secondFactorAcr.join(' ') }),
      });
      return url.href;
    },

    async identify(flow, query) {
      const { claims, idToken } = await claimsOf(flow, query).catch((err: unknown) => {
        throw refusalOf(err, log);
      });
      const { sub, name, email, email_verified: verified, amr, acr } = claims;
      if (sub.length > longestSubject) throw refused();
      const methods = Array.isArray(amr) ? amr : [];
      return {
        subject: sub,
        name: textOf(name),
        email: textOf(email),
        // some write it as a text
        isEmailVerified: verified === true || String(verified) === 'true',
        groups: groupsIn(claimAt(claims, settings.groupsClaim)),
        isStrong: methods.includes('mfa') || (typeof acr === 'string' && secondFactorAcr.includes(acr)),
        idToken,
      };
    },

    async signOutUrl(idToken, returnTo) {
      const config = await document().catch(() => undefined);
      if (!config?.serverMetadata().end_session_endpoint) return undefined;
      const parameters = { id_token_hint: idToken, post_logout_redirect_uri: returnTo };
      return oidc.buildEndSessionUrl(config, parameters).href;
    },
  };
}

/** As the provider takes the secret: in a header, which is the standard's own way, or else in the body. */
function authenticationBy(secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, ...call) => {
    const ways = server.token_endpoint_auth_methods_supported;
    return (!ways || ways.includes('client_secret_basic') ? basic : post)(server, ...call);
  };
}

const textOf = (claim: unknown) => (typeof claim === 'string' && claim.trim() ? claim.trim() : undefined);

type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** By its whole name, or else through objects. */
function claimAt(claims: Readonly<Record<string, unknown>>, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path.split('.').reduce<unknown>((within, key) => {
    if (typeof within !== 'object' || within === null || !Object.hasOwn(within, key)) return undefined;
    return (within as Readonly<Record<string, unknown>>)[key];
  }, claims);
}

function groupsIn(claim: unknown): readonly string[] {
  const all = Array.isArray(claim) ? claim : [claim];
  return all.filter((one): one is string => typeof one === 'string').slice(0, mostGroups);
}

const away = () => new AppError('openid-away', 'the OpenID Connect provider does not answer');

const refused = () => new AppError('openid-refused', 'what the OpenID Connect provider said is not right');

/** Why nobody was let in, without a word of what the provider said: that may hold tokens. */
function refusalOf(error: unknown, log: Pick<Logger, 'warn'>): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied')
    return new AppError('openid-denied', 'the OpenID Connect provider did not let this person in');
  const { message, code } = error as { readonly message?: string; readonly code?: string };
  log.warn({ reason: message, code }, 'a sign-in by OpenID Connect was refused');
  const isAway = code === 'OAUTH_TIMEOUT' || causesOf(error).some((one) => one instanceof DeliveryFailed);
  return isAway ? away() : refused();
}

function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let one = error; one instanceof Error && causes.length < 10; one = one.cause) causes.push(one);
  return causes;
}
