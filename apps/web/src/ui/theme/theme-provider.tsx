import { MantineProvider } from '@mantine/core';
import { createContext, type ReactNode, use } from 'react';
import { useStore } from '../../lib/store/use-store.ts';
import { mantineTheme, mantineVariables } from './mantine-theme.ts';
import type { ThemeState, ThemeStore } from './theme-store.ts';

const ThemeContext = createContext<ThemeStore | null>(null);

interface ThemeProviderProps {
  readonly store: ThemeStore;
  /** Nonce for the style elements Mantine writes under the content policy. */
  readonly nonce: string;
  readonly children: ReactNode;
}

export function ThemeProvider({ store, nonce, children }: ThemeProviderProps) {
  const shown = useStore(store, (state) => state.shown);
  return (
    <ThemeContext value={store}>
      <MantineProvider
        theme={mantineTheme}
        cssVariablesResolver={mantineVariables}
        forceColorScheme={shown}
        getStyleNonce={() => nonce}
        withGlobalClasses={false}
      >
        {children}
      </MantineProvider>
    </ThemeContext>
  );
}

/** The theme shown, the choice behind it, and how to choose another. */
export function useTheme(): ThemeState & Pick<ThemeStore, 'choose'> {
  const store = use(ThemeContext);
  if (!store) throw new Error('useTheme needs a ThemeProvider above it');
  const state = useStore(store, (whole) => whole);
  return { ...state, choose: store.choose };
}
