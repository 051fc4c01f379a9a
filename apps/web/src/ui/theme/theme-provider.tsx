import { type CSSVariablesResolver, createTheme, MantineProvider } from '@mantine/core';
import { createContext, type ReactNode, use } from 'react';
import { useStore } from '../../lib/store/use-store.ts';
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

/** Mantine's measures, taken from `tokens.css`. */
const mantineTheme = createTheme({
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)', fontWeight: '650' },
  fontSizes: {
    xs: 'var(--text-xs)',
    sm: 'var(--text-sm)',
    md: 'var(--text-md)',
    lg: 'var(--text-lg)',
    xl: '20px',
  },
  lineHeights: { xs: '1.4', sm: '1.4', md: '1.4', lg: '1.4', xl: '1.4' },
  radius: { xs: '3px', sm: 'var(--radius-sm)', md: 'var(--radius)', lg: '12px', xl: '99px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  shadows: { xs: 'none', sm: 'none', md: 'var(--shadow)', lg: 'var(--shadow)', xl: 'var(--shadow)' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
});

const colours = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-anchor': 'var(--brand-text)',
  '--mantine-color-error': 'var(--danger-text)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--sunken)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-primary-color-filled': 'var(--brand-fill)',
  '--mantine-primary-color-filled-hover': 'var(--brand-fill-hover)',
  '--mantine-primary-color-light': 'var(--brand-soft)',
  '--mantine-primary-color-light-hover': 'var(--brand-soft)',
  '--mantine-primary-color-light-color': 'var(--brand-text)',
};

/** Mantine's colours are ours in both schemes: the tokens themselves change with `data-theme`. */
const mantineVariables: CSSVariablesResolver = () => ({
  variables: { '--mantine-line-height': '1.4' },
  light: colours,
  dark: colours,
});
