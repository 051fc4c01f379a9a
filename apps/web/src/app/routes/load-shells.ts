/** The files of the shells, fetched ahead by who knows that one comes next. */
import { areaOf } from './decide-route.ts';

export const loadAdminShell = () => import('../shells/admin/admin-shell.tsx');
export const loadBareShell = () => import('../shells/bare/bare-shell.tsx');

/** What every shell needs, and most of its weight. */
export const loadLiveMap = () => import('../shells/live-map.tsx');

/**
 * Fetches what a path will show to somebody who is signed in, beside everything else that starts. A failure shows when
 * the screen itself is asked for.
 */
export function preloadShell(path: string): void {
  const area = areaOf(path);
  if (!area && path !== '/') return;
  const shells = area === undefined ? [] : [area === 'admin' ? loadAdminShell() : loadBareShell()];
  for (const file of [loadLiveMap(), ...shells]) file.catch(() => undefined);
}
