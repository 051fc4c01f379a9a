import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumLaunch } from '@atalaia/fixtures/chromium-launch';
import { demoPassword } from '@atalaia/simulator/demo/company';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { Screen } from './screen.ts';

/** Everybody whose screens are taken sits before a page of his own, signed in, and receives what happens. */
export interface Photographer {
  /** Writes the screen's picture; throws when the screen does not come to show what it is for. */
  take(screen: Screen): Promise<void>;
  close(): Promise<void>;
}

const sizes = Object.freeze({
  desk: { width: 1366, height: 768 },
  phone: { width: 360, height: 740 },
});
/** What moves or fades in comes to rest. */
const restMs = 2_500;

const seatOf = ({ account, theme, language, size }: Screen) => [account, theme, language, size].join(' ');

/** Signs everybody in whom the screens are taken of. */
export async function openPhotographer(
  origin: string,
  folder: string,
  screens: readonly Screen[],
): Promise<Photographer> {
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch(chromiumLaunch);
  const seats = new Map<string, Page>();
  for (const screen of screens) {
    if (seats.has(seatOf(screen))) continue;
    const page = await openPage(browser, screen);
    seats.set(seatOf(screen), page);
    if (screen.account) await signIn(page, origin, screen.account, screen.language);
  }
  return {
    async take(screen) {
      const page = seats.get(seatOf(screen));
      if (!page) throw new Error('nobody sits there');
      await page.goto(origin + screen.path);
      await screen.open?.(page);
      await page.waitForTimeout(restMs);
      await page.screenshot({ path: join(folder, `${screen.name}.png`) });
      await screen.leave?.(page);
    },
    close: () => browser.close(),
  };
}

async function openPage(browser: Browser, { size = 'desk', theme, language }: Screen): Promise<Page> {
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme: theme ?? 'light',
    locale: language === 'en' ? 'en-GB' : 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return page;
}

const words = Object.freeze({
  pt: { user: 'Usuário ou e-mail', password: 'Senha', enter: 'Entrar' },
  en: { user: 'User name or e-mail', password: 'Password', enter: 'Sign in' },
});

async function signIn(
  page: Page,
  origin: string,
  account: string,
  language: 'en' | undefined,
): Promise<void> {
  const { user, password, enter } = words[language ?? 'pt'];
  await page.goto(`${origin}/login`);
  await page.getByLabel(user).fill(`${account}@atalaia.local`);
  await page.getByLabel(password, { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: enter }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}
