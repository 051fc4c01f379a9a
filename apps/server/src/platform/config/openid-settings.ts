/** Settings of the OpenID Connect provider that people may sign in at (IDP-02), and what it makes of them here. */
import { z } from 'zod';
import { ConfigError } from '../../errors/config-error.ts';

/** What a group of the provider makes of those who are in it. */
export interface GroupRights {
  /** As the provider names it. */
  readonly group: string;
  /** A client with many devices has the screens of a fleet. */
  readonly profile: 'admin' | 'monitor' | 'client';
  readonly deskRole: 'none' | 'operator' | 'supervisor';
  /** Those that the group has; of the others see `OpenIdSettings.flags`. */
  readonly flags: readonly RightFlag[];
}

export type RightFlag = 'readonly' | 'device-readonly' | 'limit-commands';

const flagWords: readonly RightFlag[] = ['readonly', 'device-readonly', 'limit-commands'];
const profiles = { admin: 'admin', monitor: 'monitor', fleet: 'client', client: 'client' } as const;
const deskWords = { operator: 'operator', supervisor: 'supervisor', 'no-desk': 'none' } as const;

/** `Central = monitor+supervisor`; undefined for what says no profile, two of a kind, or an unknown word. */
function rightsIn(text: string): GroupRights | undefined {
  // a name of a directory has = in it
  const at = text.lastIndexOf('=');
  const group = text.slice(0, Math.max(at, 0)).trim();
  const words = text
    .slice(at + 1)
    .split('+')
    .map((word) => word.trim().toLowerCase());
  const [profile, ...otherProfiles] = words.filter((word) => word in profiles) as (keyof typeof profiles)[];
  const [desk, ...otherDesks] = words.filter((word) => word in deskWords) as (keyof typeof deskWords)[];
  const flags = flagWords.filter((flag) => words.includes(flag));
  const isKnown = words.length === flags.length + (profile ? 1 : 0) + (desk ? 1 : 0);
  if (group === '' || !profile || otherProfiles.length > 0 || otherDesks.length > 0 || !isKnown)
    return undefined;
  const byProfile = profile === 'monitor' ? 'operator' : 'none';
  return { group, profile: profiles[profile], deskRole: desk ? deskWords[desk] : byProfile, flags };
}

const isLoopback = (host: string) => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, search, hash } = new URL(text);
  if (username !== '' || search !== '' || hash !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

const flag = (description: string) =>
  z.enum(['true', 'false'], { error: 'must be true or false' }).default('false').meta({ description });

export const openIdSettings = {
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, 'must be an https address without ? and # (http on this machine alone)')
    .optional()
    .meta({
      default: 'none: no sign-in by OpenID Connect',
      description:
        'address of the OpenID Connect provider, without `/.well-known/openid-configuration`; there the address `…/api/session/openid/callback` below `PUBLIC_URL` is registered, and `…/login` for after the sign-out',
    }),
  OIDC_CLIENT_ID: z.string().max(255, 'must have at most 255 characters').optional().meta({
    default: 'none',
    description: 'what the provider knows this server as',
  }),
  OIDC_CLIENT_SECRET: z.string().max(2000, 'must have at most 2000 characters').optional().meta({
    default: 'none: a public client, by PKCE alone',
    description: 'its secret there',
  }),
  OIDC_NAME: z.string().max(40, 'must have at most 40 characters').default('SSO').meta({
    description:
      'what the provider is called on the button of the sign-in: Google, Microsoft, the name of the company',
  }),
  OIDC_SCOPES: z
    .string()
    .regex(/^[\x21\x23-\x5b\x5d-\x7e]+(?: +[\x21\x23-\x5b\x5d-\x7e]+)*$/, 'must be words with blanks between')
    .refine((text) => text.split(/ +/).includes('openid'), 'must hold openid')
    .default('openid email profile')
    .meta({ description: 'what the provider is asked for; many give groups only for a scope of their own' }),
  OIDC_GROUPS_CLAIM: z.string().max(200, 'must have at most 200 characters').default('groups').meta({
    description:
      'the claim with the groups of a person; a path with dots leads into objects: `realm_access.roles`',
  }),
  OIDC_GROUPS: z
    .string()
    .transform((text) => text.split(';').filter((part) => part.trim() !== ''))
    .transform((parts) => parts.map(rightsIn))
    .refine(
      (all) => all.length > 0 && all.every((one) => one !== undefined),
      'must be group=rights with ; between; rights are admin, monitor, fleet or client, and with + operator, supervisor, no-desk, readonly, device-readonly, limit-commands',
    )
    .optional()
    .meta({
      default: 'none: rights are given here',
      description:
        'what groups of the provider may here, at every sign-in; the first that a person is in holds, and who is in none is refused: `Admins=admin; Central=monitor+supervisor; Auditors=monitor+readonly+no-desk; Clients=client`',
    }),
  OIDC_CREATE_USERS: flag(
    'whether who has no account gets one as he signs in at the provider: `true` or `false`',
  ),
  OIDC_FORCE: flag(
    'whether people sign in at the provider alone: `true` or `false`; administrators keep their password for the day it is away',
  ),
  OIDC_SECOND_FACTOR_ACR: z
    .string()
    .transform((text): readonly string[] => text.split(/ +/))
    .optional()
    .meta({
      default: '`mfa` in `amr`',
      description:
        'values of `acr`, with blanks between, by which the provider says that it checked a second factor; they are asked for, too',
    }),
};

export const openIdSecrets = ['OIDC_CLIENT_SECRET'];

/** The provider, where one is set up. */
export interface OpenIdSettings {
  /** As it was given: the provider names itself the same. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly name: string;
  readonly scopes: string;
  readonly groupsClaim: string;
  /** In their order; none: rights are given here. */
  readonly groups: readonly GroupRights[];
  /** Those that some group names, and that no group decides are left as people set them here. */
  readonly flags: ReadonlySet<RightFlag>;
  readonly createsUsers: boolean;
  readonly isForced: boolean;
  readonly secondFactorAcr: readonly string[];
}

type Values = z.output<z.ZodObject<typeof openIdSettings>>;

/** Throws a `ConfigError` where settings do not go together. */
export function openIdOf(value: Values): OpenIdSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = value;
  if (issuer === undefined) {
    if (value.OIDC_FORCE === 'true') throw new ConfigError('OIDC_ISSUER must be set with OIDC_FORCE');
    if (clientId !== undefined) throw new ConfigError('OIDC_ISSUER must be set with OIDC_CLIENT_ID');
    return undefined;
  }
  if (clientId === undefined) throw new ConfigError('OIDC_CLIENT_ID must be set with OIDC_ISSUER');
  const groups = (value.OIDC_GROUPS ?? []).filter((one) => one !== undefined);
  return {
    issuer,
    clientId,
    clientSecret: value.OIDC_CLIENT_SECRET,
    name: value.OIDC_NAME,
    scopes: value.OIDC_SCOPES,
    groupsClaim: value.OIDC_GROUPS_CLAIM,
    groups,
    flags: new Set(groups.flatMap(({ flags }) => flags)),
    createsUsers: value.OIDC_CREATE_USERS === 'true',
    isForced: value.OIDC_FORCE === 'true',
    secondFactorAcr: value.OIDC_SECOND_FACTOR_ACR ?? [],
  };
}
