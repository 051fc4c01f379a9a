import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { use, useEffect, useMemo } from 'react';
import { BrowserRouter, UNSAFE_NavigationContext as NavigationContext } from 'react-router';
import { ApiContext } from '../lib/api/api-context.ts';
import { leaveGuard } from '../lib/leaving/leave-guard.ts';
import { SessionContext } from '../lib/session/session-context.ts';
import { ServerSettingsContext } from '../lib/settings/settings-context.ts';
import { TextsContext } from '../lib/texts/texts-context.ts';
import { LiveContext } from '../live/live-context.ts';
import { ThemeProvider } from '../ui/theme/theme-provider.tsx';
import { createBackHold } from './routes/back-hold.ts';
import type { AppParts } from './start/create-parts.ts';

// Listens before the router does: of a step that it has processed, the form that is to be held no longer exists.
const backHold = createBackHold(window, leaveGuard);

/**
 * Asks before the user leaves a page with unsaved text, by a link, a search or the browser's Back. The
 * router offers this only to its data routers, which would weigh much of what may come before the login.
 */
function GuardedNavigation({ children }: { readonly children: ReactNode }) {
  const navigation = use(NavigationContext);
  useEffect(() => backHold.moved(), []);
  const guarded = useMemo(() => {
    const { navigator } = navigation;
    const go = (way: () => void) =>
      leaveGuard.leave(() => {
        way();
        backHold.moved();
      });
    const requested: Pick<typeof navigator, 'push' | 'replace'> = {
      push: (...way) => go(() => navigator.push(...way)),
      replace: (...way) => go(() => navigator.replace(...way)),
    };
    return {
      ...navigation,
      navigator: Object.assign(Object.create(navigator), requested) as typeof navigator,
    };
  }, [navigation]);
  return <NavigationContext value={guarded}>{children}</NavigationContext>;
}

interface ProvidersProps {
  readonly parts: AppParts;
  readonly children: ReactNode;
}

export function Providers({ parts, children }: ProvidersProps) {
  return (
    <ThemeProvider store={parts.theme} nonce={parts.nonce}>
      <TextsContext value={parts.texts}>
        <QueryClientProvider client={parts.queries}>
          <ApiContext value={parts.api}>
            <SessionContext value={parts.session}>
              <ServerSettingsContext value={parts.serverSettings}>
                <LiveContext value={parts.live}>
                  <BrowserRouter>
                    <GuardedNavigation>{children}</GuardedNavigation>
                  </BrowserRouter>
                </LiveContext>
              </ServerSettingsContext>
            </SessionContext>
          </ApiContext>
        </QueryClientProvider>
      </TextsContext>
    </ThemeProvider>
  );
}
