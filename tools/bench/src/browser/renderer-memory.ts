import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';

/**
 * What the page's own processes hold after a collection of what is no longer used, bytes: their private memory, so that
 * workers and pictures count as well as the heap of the page.
 */
export async function rendererMemory(browser: Browser, page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  const whole = await browser.newBrowserCDPSession();
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo');
  await whole.detach();
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return renderers.reduce((sum, { id }) => sum + privateBytes(id), 0);
}

function privateBytes(pid: number): number {
  const kibibytes = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kibibytes ?? Number.NaN) * 1024;
}
