import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumLaunch } from '@atalaia/fixtures/chromium-launch';
import { demoPassword } from '@atalaia/simulator/demo/company';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { Screen } from './screen.ts';

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

export async function openPhotographer(origin: string, folder: string): Promise<Photographer> {
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch(chromiumLaunch);
  return {
    async take(screen) {
      const page = await openPage(browser, screen);
      try {
        await page.goto(origin + (screen.account ? '/login' : screen.path));
        if (screen.account) {
          await signIn(page, screen.account, screen.language);
          if (screen.path !== '') await page.goto(origin + screen.path);
        }
        await screen.open?.(page);
        await page.waitForTimeout(restMs);
        await page.screenshot({ path: join(folder, `${screen.name}.png`) });
      } finally {
        await page.context().close();
      }
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

async function signIn(page: Page, account: string, language: 'en' | undefined): Promise<void> {
  const words =
    language === 'en'
      ? ['User name or e-mail', 'Password', 'Sign in']
      : ['Usuário ou e-mail', 'Senha', 'Entrar'];
  const [user = '', password = '', enter = ''] = words;
  await page.getByLabel(user).fill(`${account}@atalaia.local`);
  await page.getByLabel(password, { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: enter }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}
