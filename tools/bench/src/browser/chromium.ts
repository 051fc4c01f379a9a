import { setTimeout as sleep } from 'node:timers/promises';
import { chromiumLaunch } from '@atalaia/fixtures/chromium-launch';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from '@playwright/test';

export function launchBrowser(): Promise<Browser> {
  return chromium.launch(chromiumLaunch);
}

/** Somebody's browser that has seen nothing yet, with the screen of an operator. */
export function freshContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return browser.newContext({
    ...options,
    viewport: { width: 1366, height: 768 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  });
}

/** A new window builds the browser's own bar, some hundred ms of a processor; a person's window is before he types. */
const windowSettleMs = 2_000;

/** An empty page of a window that has come to rest. */
export async function restingPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await sleep(windowSettleMs);
  return page;
}

/** Key of the token in the page's storage (apps/web/src/lib/session/token-keeper.ts). */
const tokenKey = 'atalaia.token';

/** What an administrator is asked once, in a window over the whole page, is behind him (as in e2e/fixtures/journey.ts). */
const wasAsked = `
  localStorage.setItem('atalaia.retention', '{"state":{"isAsked":true},"version":0}');
  localStorage.setItem('atalaia.first-steps', '{"state":{"isBegun":false,"isPutAway":true},"version":0}');`;

/** The next page is somebody's who signed in before; the stand-in takes any token. */
export async function signInBeforehand(context: BrowserContext, token = 'a-token'): Promise<void> {
  await context.addInitScript(`sessionStorage.setItem('${tokenKey}', '${token}'); ${wasAsked}`);
}

/** Resolves when an expression holds in the page. Playwright's own waiting needs `eval`, which the page's policy forbids. */
export async function untilHolds(page: Page, expression: string, withinMs = 30_000): Promise<void> {
  const deadlineMs = performance.now() + withinMs;
  while (!(await page.evaluate<unknown>(expression))) {
    if (performance.now() > deadlineMs) throw new Error(`not within ${withinMs} ms: ${expression}`);
    await page.waitForTimeout(50);
  }
}

/** Collects what is no longer used, of the page and of each of its workers, which have heaps of their own. */
export async function collectGarbage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const workers: string[] = [];
  session.on('Target.attachedToTarget', ({ sessionId }) => void workers.push(sessionId));
  // not flat: a session of Playwright's knows no others within it
  await session.send('Target.setAutoAttach', {
    ...{ autoAttach: true, waitForDebuggerOnStart: false, flatten: false },
  });
  const collected = Promise.withResolvers<void>();
  let left = workers.length;
  if (left === 0) collected.resolve();
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    if (JSON.parse(message).id === 1 && --left === 0) collected.resolve();
  });
  const message = JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' });
  for (const sessionId of workers) await session.send('Target.sendMessageToTarget', { sessionId, message });
  await session.send('HeapProfiler.collectGarbage');
  await collected.promise;
  await session.detach();
}
