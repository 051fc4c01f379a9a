/** How long the strip takes to show what was searched, once the pause that ends the typing is over (STRIP-02). */
import type { Page } from '@playwright/test';
import { untilHolds } from './chromium.ts';

/** The strip waits so long for the next key (apps/web/src/features/device-strip/components/unfolded-strip.tsx), ms. */
const pauseMs = 750;

const texts = ['Vehicle 000', '0123', 'vehicle 01', '370000000019', '777', 'Vehicle 0199'] as const;

interface SearchWatch {
  typedAtMs: number;
  shownAtMs: number;
}

interface WatchedPage {
  __benchSearch?: SearchWatch;
  requestAnimationFrame(callback: () => void): void;
}

/** Milliseconds of each search, from the end of the pause to the frame that shows the list. */
export async function stripSearchTimes(page: Page): Promise<readonly number[]> {
  await page.getByRole('button', { name: /Ver todos os dispositivos/ }).click();
  await page.waitForTimeout(500);
  await page.evaluate(watchSearch);
  const field = page.getByRole('searchbox', { name: 'Buscar', exact: true });
  const times: number[] = [];
  for (const text of texts) {
    await page.evaluate('window.__benchSearch.shownAtMs = 0');
    await field.fill(text);
    await untilHolds(page, 'window.__benchSearch.shownAtMs > 0', 5_000);
    times.push(
      (await page.evaluate<number>('window.__benchSearch.shownAtMs - window.__benchSearch.typedAtMs')) -
        pauseMs,
    );
  }
  return times;
}

/** Runs in the page: the list's height changes with what it holds, and is on the screen a frame later. */
function watchSearch(): void {
  const page = globalThis as unknown as WatchedPage & {
    document: {
      addEventListener(type: string, listener: () => void, capture: boolean): void;
      querySelector(query: string): object | null;
    };
    MutationObserver: new (look: () => void) => { observe(node: object, what: object): void };
  };
  const watch: SearchWatch = { typedAtMs: 0, shownAtMs: 0 };
  page.__benchSearch = watch;
  page.document.addEventListener(
    'input',
    () => {
      watch.typedAtMs = performance.now();
    },
    true,
  );
  const list = page.document.querySelector('ul[style*="height"]');
  if (!list) throw new Error('the strip shows no list');
  new page.MutationObserver(() => {
    page.requestAnimationFrame(() => {
      if (watch.shownAtMs === 0) watch.shownAtMs = performance.now();
    });
  }).observe(list, { attributes: true, attributeFilter: ['style'] });
}
