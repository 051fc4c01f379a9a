/** Who may enter which area, and where everybody else goes: rules without a browser (ROUTE-01, -02, -03). */
import { homeRouteOf, type Profile } from '@atalaia/domain/catalog/profile';
import type { Location } from 'react-router';

export type Area = 'client' | 'fleet' | 'admin';

const allowed: Readonly<Record<Area, readonly Profile[]>> = Object.freeze({
  client: ['client'],
  fleet: ['fleet'],
  admin: ['admin', 'monitor'],
});

/** Whether a person sees an area; nobody signed in sees none. Who does not goes to `/`. */
export function mayEnter(area: Area, profile: Profile | null): boolean {
  return profile !== null && allowed[area].includes(profile);
}

/** The area a path is in; undefined for a public one. */
export function areaOf(path: string): Area | undefined {
  const [, first] = /^\/([a-z]+)(?:[/?#]|$)/.exec(path) ?? [];
  return (Object.keys(allowed) as Area[]).find((area) => area === first);
}

/**
 * Where a person lands after signing in: the requested page when it is his to see, else his home (AUTH-08). Only a path
 * of a guarded area of this site is ever returned to.
 */
export function landingPath(returnPath: unknown, profile: Profile): string {
  if (typeof returnPath !== 'string') return homeRouteOf(profile);
  const area = areaOf(returnPath);
  return area && mayEnter(area, profile) ? returnPath : homeRouteOf(profile);
}

export type FirstScreen = 'login' | 'access' | 'shared' | 'callOut' | 'police' | 'admin' | 'bare';

/**
 * The screen that an address shows first, before it is known whose token is held; undefined where that decides, and where
 * there is none.
 */
export function firstScreenOf(path: string, isSignedIn: boolean): FirstScreen | undefined {
  if (path.startsWith('/shared/')) return 'shared';
  if (path === '/access') return 'access';
  if (path.startsWith('/call-out/')) return 'callOut';
  if (path.startsWith('/police/')) return 'police';
  const area = areaOf(path);
  if (!isSignedIn) return area || path === '/' || path === '/login' ? 'login' : undefined;
  return area && (area === 'admin' ? 'admin' : 'bare');
}

/** Whether it speaks the texts of the map: all do but the login and the new password; `/` and `/login` lead who is signed in to one that does. */
export function speaksOfMap(path: string, isSignedIn: boolean): boolean {
  const first = firstScreenOf(path, isSignedIn);
  if (first === undefined) return path === '/' || path === '/login';
  return first !== 'login' && first !== 'access';
}

/** Router state that travels to `/login` with who had to leave a page. */
interface ReturnState {
  readonly path: string;
}

export function returnStateOf({ pathname, search, hash }: Location): ReturnState {
  return { path: pathname + search + hash };
}

/** The page that a visitor requested, as `returnStateOf` noted it; undefined when he came by himself. */
export function returnPathOf(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('path' in state)) return undefined;
  return typeof state.path === 'string' ? state.path : undefined;
}
