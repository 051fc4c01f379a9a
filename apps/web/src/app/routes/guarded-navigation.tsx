import { type ReactNode, use, useEffect, useMemo } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router';
import { leaveGuard } from '../../lib/leaving/leave-guard.ts';
import { createBackHold } from './back-hold.ts';

// Listens before the router does: of a step that it has heard of, the form that is to be held is gone.
const backHold = createBackHold(window, leaveGuard);

/**
 * Asks before a page is left on which something was typed, whoever leads away: a link, a search, the browser's Back. The
 * router offers this only to its data routers, which would weigh much of what may come before the login.
 */
export function GuardedNavigation({ children }: { readonly children: ReactNode }) {
  const navigation = use(NavigationContext);
  useEffect(() => backHold.moved(), []);
  const guarded = useMemo(() => {
    const { navigator } = navigation;
    const go = (way: () => void) =>
      leaveGuard.leave(() => {
        way();
        backHold.moved();
      });
    const asked: Pick<typeof navigator, 'push' | 'replace'> = {
      push: (...way) => go(() => navigator.push(...way)),
      replace: (...way) => go(() => navigator.replace(...way)),
    };
    return { ...navigation, navigator: Object.assign(Object.create(navigator), asked) as typeof navigator };
  }, [navigation]);
  return <NavigationContext value={guarded}>{children}</NavigationContext>;
}
