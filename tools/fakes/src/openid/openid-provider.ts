/**
 * A real OpenID Connect provider (`oidc-provider`) on the loopback: people who sign in there by their login and any password, and
 * ID tokens that can be made wrong. `walkThrough` does what a browser does there.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider, { type KoaContextWithOIDC } from 'oidc-provider';

export interface ProviderClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
  readonly returnUris?: readonly string[];
}

export interface FakeOpenIdProvider {
  readonly issuer: string;
  /** Who may send people here, once: where it is itself may be known only after this provider's address is. */
  register(client: ProviderClient): void;
  /** By login, which is also the subject: the claims of each person. */
  readonly people: Map<string, Readonly<Record<string, unknown>>>;
  /** ID tokens from now on: with other claims, and signed by a key that is not the provider's. Without words they are right. */
  spoil(change?: (claims: JWTPayload) => JWTPayload, signature?: 'foreign'): void;
  /** How many tokens were asked for. */
  readonly asked: () => number;
  close(): Promise<void>;
}

const scopes = {
  openid: ['sub'],
  email: ['email', 'email_verified'],
  profile: ['name'],
  groups: ['groups'],
} as const;

export async function startOpenIdProvider(): Promise<FakeOpenIdProvider> {
  const people = new Map<string, Readonly<Record<string, unknown>>>();
  const [own, foreign] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('RS256'),
  ]);
  const jwk = { ...(await exportJWK(own.privateKey)), kid: 'own', alg: 'RS256', use: 'sig' };
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let change: ((claims: JWTPayload) => JWTPayload) | undefined;
  let key = own.privateKey;
  let asked = 0;

  const providerFor = (client: ProviderClient) =>
    new Provider(issuer, {
      clients: [
        {
          client_id: client.clientId,
          client_secret: client.clientSecret,
          redirect_uris: [...client.redirectUris],
          post_logout_redirect_uris: [...(client.returnUris ?? [])],
        },
      ],
      claims: Object.fromEntries(Object.entries(scopes).map(([scope, claims]) => [scope, [...claims]])),
      cookies: { keys: [randomBytes(16).toString('hex')] },
      jwks: { keys: [jwk] },
      // some providers say all in the ID token, others where they are asked
      conformIdTokenClaims: true,
      pkce: { required: () => true },
      findAccount: (_context, id) => {
        const claims = people.get(id);
        return claims && { accountId: id, claims: async () => ({ ...claims, sub: id }) };
      },
      renderError: (context, out) => {
        context.type = 'text';
        context.body = JSON.stringify(out);
      },
    });
  const spoiling = async (context: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next();
    const body = context.body as { id_token?: string } | undefined;
    if (context.oidc?.route !== 'token') return;
    asked += 1;
    if (typeof body?.id_token !== 'string') return;
    const claims = JSON.parse(
      Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString(),
    ) as JWTPayload;
    const extra = people.get(String(claims.sub))?.ofToken as JWTPayload | undefined;
    const given = { ...claims, ...extra };
    const signed = new SignJWT(change?.(given) ?? given).setProtectedHeader({ alg: 'RS256', kid: 'own' });
    body.id_token = await signed.sign(key);
  };

  return {
    issuer,
    people,
    register(client) {
      const provider = providerFor(client);
      provider.use(spoiling);
      server.on('request', provider.callback());
    },
    spoil(given, signature) {
      change = given;
      key = signature === 'foreign' ? foreign.privateKey : own.privateKey;
    },
    asked: () => asked,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/**
 * Follows an address of the provider as a browser would, signs in with this login and allows what is asked for; `deny`
 * turns back instead. Returns where the provider leads to in the end: an address of the one who asked.
 */
export async function walkThrough(address: string, login: string, deny = false): Promise<URL> {
  const { origin } = new URL(address);
  const cookies = new Map<string, string>();
  let url = new URL(address);
  let form: URLSearchParams | undefined;
  for (let steps = 0; steps < 20; steps += 1) {
    const answer = await fetch(url, {
      redirect: 'manual',
      method: form ? 'POST' : 'GET',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { body: form }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    form = undefined;
    const location = answer.headers.get('location');
    const text = await answer.text();
    if (location !== null) {
      url = new URL(location, url);
      if (url.origin !== origin) return url;
      continue;
    }
    const [, action, prompt] = /action="([^"]+)"[\s\S]*?name="prompt" value="(\w+)"/.exec(text) ?? [];
    const [, abort] = /href="([^"]+\/abort)"/.exec(text) ?? [];
    if (answer.status !== 200 || action === undefined || prompt === undefined)
      throw new Error(`the provider answered ${answer.status}: ${text.slice(0, 300)}`);
    url = new URL(deny && abort ? abort : action, url);
    if (!deny) form = new URLSearchParams({ prompt, login, password: 'any' });
  }
  throw new Error('the provider leads around in a circle');
}
