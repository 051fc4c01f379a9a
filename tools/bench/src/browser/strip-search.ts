/** How long the lists of vehicles take to show what was searched or sorted, once the pause that ends the typing is over (STRIP-02). */
import type { Page } from '@playwright/test';
import { untilHolds } from './chromium.ts';

/** How long the strip waits for the next key, ms: `unfolded-strip.tsx` of the web's device-strip. The list waits for none. */
const pauseMs = { strip: 750, list: 0 } as const;

const texts = ['Vehicle 000', '0123', 'vehicle 01', '370000000019', '777', 'Vehicle 0199'] as const;

/** Who types has gone to the field before the first key, and who chooses an order has seen what there is, ms. */
const turnedMs = 300;

/** Orders that are measured, each chosen while the list is by name. */
const orders = [
  'Mais rápidos primeiro',
  'Por estado',
  'Posição mais nova primeiro',
  'Posição mais antiga primeiro',
] as const;
const byName = 'Por nome';

interface SearchWatch {
  actedAtMs: number;
  shownAtMs: number;
}

interface WatchedPage {
  __benchSearch?: SearchWatch;
  requestAnimationFrame(callback: () => void): void;
}

const tookMs = (page: Page) =>
  page.evaluate<number>('window.__benchSearch.shownAtMs - window.__benchSearch.actedAtMs');

/** Waits for the list to show something else than before the act, and gives how long that took, ms. */
async function timeOf(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate('window.__benchSearch.shownAtMs = 0; window.__benchSearch.actedAtMs = 0');
  await act();
  await untilHolds(page, 'window.__benchSearch.shownAtMs > 0', 5_000);
  return tookMs(page);
}

/** Milliseconds of each search, from the end of the pause to the frame that shows the list. */
export async function stripSearchTimes(page: Page): Promise<readonly number[]> {
  await page.getByRole('button', { name: /Ver todos os dispositivos/ }).click();
  await page.waitForTimeout(500);
  await page.evaluate(watchList, { what: 'height', whole: false } as const);
  return searchTimes(page, page.getByRole('searchbox', { name: 'Buscar', exact: true }), pauseMs.strip);
}

/** The same of the list at the left, which is open, until each of its rows is there; addresses may follow. */
export async function listSearchTimes(page: Page): Promise<readonly number[]> {
  await page.evaluate(watchList, { what: 'height', whole: true } as const);
  const field = page.getByRole('searchbox', { name: 'Placa, nome, modelo, identificador' });
  await field.click();
  await page.waitForTimeout(turnedMs);
  const times = await searchTimes(page, field, pauseMs.list);
  await field.fill('');
  await page.waitForTimeout(500);
  return times;
}

async function searchTimes(
  page: Page,
  field: ReturnType<Page['getByRole']>,
  pause: number,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (const text of texts) times.push((await timeOf(page, () => field.fill(text))) - pause);
  return times;
}

/** Milliseconds of each order of the list at the left, from the click to the frame that shows it. */
export async function listSortTimes(page: Page): Promise<readonly number[]> {
  const choose = async (order: string) => {
    await page.getByRole('button', { name: /^Ordem/ }).click();
    await page.waitForTimeout(turnedMs);
    await page.getByRole('menuitemradio', { name: order }).click();
  };
  const times: number[] = [];
  for (const order of orders) {
    await page.evaluate(watchList, { what: 'rows', whole: true } as const);
    times.push(await timeOf(page, () => choose(order)));
    await choose(byName);
    await page.waitForTimeout(500);
  }
  return times;
}

interface Watched {
  /** The list's height changes with what is searched, its first rows with what it is sorted by. */
  readonly what: 'height' | 'rows';
  /** Only a list without a row that is still on its way counts. */
  readonly whole: boolean;
}

/**
 * Runs in the page: what changed of the list is on the screen a frame later. An act is the last letter typed, or the
 * click that chooses.
 */
function watchList({ what, whole }: Watched): void {
  type Listed = {
    readonly style: { readonly height: string };
    readonly children: ArrayLike<{ readonly textContent: string | null }>;
    querySelector(query: string): object | null;
  };
  const page = globalThis as unknown as WatchedPage & {
    document: {
      addEventListener(type: string, listener: () => void, capture: boolean): void;
      querySelector(query: string): Listed | null;
    };
    MutationObserver: new (look: () => void) => { observe(node: object, what: object): void };
  };
  const watch: SearchWatch = { actedAtMs: 0, shownAtMs: 0 };
  page.__benchSearch = watch;
  const list = page.document.querySelector('ul[style*="height"]');
  if (!list) throw new Error('there is no list');
  // the lowest row in the page is the one that was drawn first, whatever its place
  const now = () =>
    what === 'height'
      ? list.style.height
      : Array.from(list.children, ({ textContent }) => textContent?.slice(0, 14)).join();
  let before = now();
  const acted = () => {
    if (page.__benchSearch !== watch) return;
    watch.actedAtMs = performance.now();
    before = now();
  };
  page.document.addEventListener(what === 'height' ? 'input' : 'click', acted, true);
  const look = () =>
    page.requestAnimationFrame(() => {
      if (watch.shownAtMs !== 0 || watch.actedAtMs === 0 || now() === before) return;
      if (whole && list.querySelector('[aria-busy="true"]')) return;
      watch.shownAtMs = performance.now();
    });
  new page.MutationObserver(look).observe(list, {
    ...{ attributes: true, attributeFilter: ['style'] },
    ...{ childList: true, subtree: true, characterData: true },
  });
}
