import type { Profile } from './profile.ts';

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
