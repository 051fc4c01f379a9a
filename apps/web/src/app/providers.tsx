import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router';
import { ApiContext } from '../lib/api/api-context.ts';
import { SessionContext } from '../lib/session/session-context.ts';
import { ServerSettingsContext } from '../lib/settings/settings-context.ts';
import { TextsContext } from '../lib/texts/texts-context.ts';
import { LiveContext } from '../live/live-context.ts';
import { ThemeProvider } from '../ui/theme/theme-provider.tsx';
import { GuardedNavigation } from './routes/guarded-navigation.tsx';
import type { AppParts } from './start/create-parts.ts';

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
