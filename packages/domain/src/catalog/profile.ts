/** The four kinds of people the interface is made for. */
export const profiles = Object.freeze(['admin', 'monitor', 'fleet', 'client'] as const);

export type Profile = (typeof profiles)[number];

/** More devices than this make a fleet of a client. */
export const clientDeviceLimit = 5;

/** What a profile is derived from. */
export interface ProfileFacts {
  /** The user's attribute `profile`. */
  readonly profileAttribute?: unknown;
  readonly administrator?: boolean | null | undefined;
  /** 0 none, -1 unlimited; absent counts as 0. */
  readonly deviceLimit?: number | null | undefined;
  /** How many devices the user sees. */
  readonly deviceCount: number;
}

/**
 * The profile of a user, decided in this order (AUTH-09): attribute `profile` equal to `central` → monitor;
 * administrator → admin; a device limit that is not 0 → monitor; attribute `profile` equal to `fleet` or `client` → that,
 * however many devices there are (departs: a sixth car changes nobody's screens where he is named); more than 5 devices →
 * fleet; else client.
 * A profile chooses screens only; what a user may do is decided by his flags, limits and links.
 */
export function profileFrom(facts: ProfileFacts): Profile {
  if (facts.profileAttribute === 'central') return 'monitor';
  if (facts.administrator) return 'admin';
  if ((facts.deviceLimit ?? 0) !== 0) return 'monitor';
  const named = facts.profileAttribute;
  if (named === 'fleet' || named === 'client') return named;
  return facts.deviceCount > clientDeviceLimit ? 'fleet' : 'client';
}

const homes: Readonly<Record<Profile, string>> = Object.freeze({
  admin: '/admin',
  monitor: '/admin',
  fleet: '/fleet',
  client: '/client',
});

/** Where a person lands by profile (ROUTE-01); without a profile, or with any other word, `/login`. */
export function homeRouteOf(profile: Profile | string | null | undefined): string {
  if (typeof profile !== 'string' || !Object.hasOwn(homes, profile)) return '/login';
  return homes[profile as Profile];
}
