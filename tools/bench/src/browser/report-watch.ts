/** What a bench sees of a report in the page: when it is whole, and whether a frame ever lacks a row. */
import type { Page } from '@playwright/test';

/** As far as these functions, which run in the page, need it. */
interface PageWindow {
  __benchReport?: { tableAtMs: number; lineAtMs: number };
  __benchScroll?: { frameCount: number; blankCount: number };
  __atalaiaMap?: { report(): { placeCount: number } };
  document: { querySelector(query: string): PageElement | null };
  requestAnimationFrame(callback: () => void): void;
}

interface PageElement {
  scrollTop: number;
  readonly scrollHeight: number;
  readonly parentElement: PageElement;
  getAttribute(name: string): string | null;
  getBoundingClientRect(): { readonly top: number; readonly bottom: number; readonly height: number };
  querySelector(query: string): PageElement | null;
  querySelectorAll(query: string): Iterable<PageElement>;
}

/** Runs in the page before anything else: notes when table and line are there, each time a frame has been drawn. */
export function watchReport(rowCount: number): void {
  const page = globalThis as unknown as PageWindow;
  const watch = { tableAtMs: 0, lineAtMs: 0 };
  page.__benchReport = watch;
  const look = () => {
    const grid = page.document.querySelector('[role=grid]');
    const isWhole = grid?.getAttribute('aria-rowcount') === String(rowCount + 1);
    const isDrawn = (page.__atalaiaMap?.report().placeCount ?? 0) > 1;
    const atMs = performance.now();
    if (isWhole && watch.tableAtMs === 0 && grid?.querySelector('tbody tr[id]')) watch.tableAtMs = atMs;
    if (isDrawn && watch.lineAtMs === 0) watch.lineAtMs = atMs;
    if (watch.tableAtMs === 0 || watch.lineAtMs === 0) next();
  };
  // behind the frame's own work: whatever draws in it has drawn
  const next = () => page.requestAnimationFrame(() => setTimeout(look));
  next();
}

export interface Scrolled {
  readonly frameCount: number;
  readonly blankCount: number;
  readonly jumpTimes: readonly number[];
}

const wheelTurns = 60;
const jumps = 20;
/** A jump that has no rows by then has none at all. */
const withinMs = 10_000;

/** Scrolls by the wheel, some rows and many rows at a time, then jumps as a dragged scroll bar does. */
export async function scrollThrough(page: Page): Promise<Scrolled> {
  const box = await page.locator('[role=grid] tbody').boundingBox();
  if (!box) throw new Error('there is no table');
  await page.mouse.move(box.x + 80, box.y + 60);
  await page.evaluate(watchScroll);
  for (let turn = 0; turn < wheelTurns; turn += 1) {
    await page.mouse.wheel(0, turn % 3 === 2 ? 2400 : 120);
    await page.waitForTimeout(16);
  }
  const { frameCount, blankCount } = await page.evaluate<{ frameCount: number; blankCount: number }>(
    'window.__benchScroll',
  );
  const jumpTimes: number[] = [];
  for (let jump = 1; jump <= jumps; jump += 1)
    jumpTimes.push(await page.evaluate(jumpTo, { share: ((jump * 7) % jumps) / jumps, withinMs }));
  return { frameCount, blankCount, jumpTimes };
}

/** Runs in the page: looks at every frame right before it is painted. */
function watchScroll(): void {
  const page = globalThis as unknown as PageWindow;
  const counted = { frameCount: 0, blankCount: 0 };
  page.__benchScroll = counted;
  const look = () => {
    const grid = page.document.querySelector('[role=grid]');
    const rows = [...(grid?.querySelectorAll('tbody tr[id]') ?? [])];
    const view = grid?.parentElement.getBoundingClientRect();
    const head = grid?.querySelector('thead')?.getBoundingClientRect();
    const [first, last] = [rows[0]?.getBoundingClientRect(), rows.at(-1)?.getBoundingClientRect()];
    counted.frameCount += 1;
    const isFilled =
      first &&
      last &&
      view &&
      head &&
      first.top <= view.top + head.height + 1 &&
      last.bottom >= view.bottom - 1;
    if (!isFilled) counted.blankCount += 1;
    page.requestAnimationFrame(look);
  };
  page.requestAnimationFrame(look);
}

/** Runs in the page: ms from a jump to a share of the table until the frame that has its rows. */
function jumpTo({ share, withinMs }: { share: number; withinMs: number }): Promise<number> {
  const page = globalThis as unknown as PageWindow;
  const grid = page.document.querySelector('[role=grid]');
  if (!grid) throw new Error('there is no table');
  const scroller = grid.parentElement;
  const startMs = performance.now();
  scroller.scrollTop = Math.floor((scroller.scrollHeight - 400) * share);
  return new Promise((resolve, reject) => {
    const look = () => {
      const view = scroller.getBoundingClientRect();
      const head = grid.querySelector('thead')?.getBoundingClientRect().height ?? 0;
      const seenFrom = view.top + head + 1;
      const rows = [...grid.querySelectorAll('tbody tr[id]')].map((row) => row.getBoundingClientRect());
      const [first, last] = [rows[0], rows.at(-1)];
      const tookMs = performance.now() - startMs;
      if (first && last && first.top <= seenFrom && last.bottom >= view.bottom - 1) resolve(tookMs);
      else if (tookMs > withinMs)
        reject(
          new Error(
            `${share} of the table: rows ${first?.top} to ${last?.bottom}, seen ${seenFrom} to ${view.bottom}`,
          ),
        );
      else page.requestAnimationFrame(look);
    };
    page.requestAnimationFrame(look);
  });
}
