/** Runs inside the page, from before its first script: watches what is drawn and what holds the main thread up. */

/** What of `window.__atalaiaMap` is read here (apps/web/src/map/core/map-probe.ts). */
interface Probe {
  state(): { readonly load: string };
  centre(): { readonly longitude: number };
  frameCount(): number;
  lastPaintMs(): number;
  pixelOf(deviceId: number): { readonly x: number } | null;
}

interface Page {
  __atalaiaMap?: Probe;
  __benchWatch?: PageWatch;
  requestAnimationFrame(callback: () => void): void;
}

export interface WatchedSentinel {
  readonly deviceId: number;
  readonly longitude: number;
  readonly degreesPerPixel: number;
  readonly columns: number;
}

export interface PageWatch {
  /** When the page's clock began, ms since 1970. */
  readonly originMs: number;
  /** On the page's clock: the first frame with the whole snapshot is on the screen; NaN before. */
  firstRenderMs: number;
  /** Each newer tick of the sentinel that was painted: its number, and when, on the page's clock. */
  readonly painted: [tick: number, atMs: number][];
  /** Tasks of the main thread of 50 ms and more: when they began, on the page's clock, and how long they took. */
  readonly longTasks: [atMs: number, tookMs: number][];
}

/** Stands alone: it is turned into text and evaluated there, so it must not name anything outside itself. */
export function watchPage({ deviceId, longitude, degreesPerPixel, columns }: WatchedSentinel): void {
  const page = globalThis as unknown as Page & {
    document: { querySelector(query: string): { clientWidth: number } | null };
  };
  const watch: PageWatch = {
    originMs: performance.timeOrigin,
    firstRenderMs: Number.NaN,
    painted: [],
    longTasks: [],
  };
  page.__benchWatch = watch;
  // Node's types do not know this kind of entry, which browsers have
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) watch.longTasks.push([startTime, duration]);
  }).observe({ type: 'longtask' as 'function', buffered: true });

  // A frame is first seen here before it is painted, and is on the screen once the count has increased.
  let readySeenAt = -1;
  let newest = -1;
  let unpainted: { readonly tick: number; readonly seenAt: number }[] = [];

  const drawnTick = (probe: Probe): number | undefined => {
    const width = page.document.querySelector('.ol-viewport')?.clientWidth;
    const pixel = probe.pixelOf(deviceId);
    if (!width || !pixel) return undefined;
    const first = width / 2 + (longitude - probe.centre().longitude) / degreesPerPixel;
    const column = Math.round(pixel.x - first);
    return newest + ((((column - newest) % columns) + columns) % columns);
  };

  const look = () => {
    page.requestAnimationFrame(look);
    const probe = page.__atalaiaMap;
    if (!probe) return;
    const count = probe.frameCount();
    if (Number.isNaN(watch.firstRenderMs) && probe.state().load === 'ready') {
      if (readySeenAt === -1) readySeenAt = count;
      else if (count > readySeenAt) watch.firstRenderMs = probe.lastPaintMs();
    }
    while (unpainted[0] && count > unpainted[0].seenAt) {
      watch.painted.push([unpainted[0].tick, probe.lastPaintMs()]);
      unpainted = unpainted.slice(1);
    }
    const tick = drawnTick(probe);
    if (tick !== undefined && tick > newest) {
      newest = tick;
      unpainted.push({ tick, seenAt: count });
    }
  };
  page.requestAnimationFrame(look);
}
