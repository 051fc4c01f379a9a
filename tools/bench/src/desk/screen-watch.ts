/** Runs inside the page, from before its first script: when each vehicle's card came, and what held the main thread up. */

export interface CardWatch {
  /** By the vehicle's name: when its first card was in the page, ms since 1970. */
  readonly seen: Record<string, number>;
  /** The same: when the live channel's message about its alarm was in the page. */
  readonly heard: Record<string, number>;
  /** Tasks of the main thread of 50 ms and more: when they began, ms since 1970, and how long they took. */
  readonly longTasks: [atMs: number, tookMs: number][];
}

interface Element {
  readonly textContent: string | null;
  matches?(query: string): boolean;
  querySelectorAll?(query: string): Iterable<Element>;
}

interface Page {
  __cardWatch?: CardWatch;
  WebSocket: typeof WebSocket;
  readonly document: unknown;
  readonly MutationObserver: new (
    heard: (records: readonly { readonly addedNodes: Iterable<Element> }[]) => void,
  ) => { observe(node: unknown, options: object): void };
}

/** Stands alone: it is turned into text and evaluated there, so it must not name anything outside itself. */
export function watchCards(): void {
  const page = globalThis as unknown as Page;
  const watch: CardWatch = { seen: {}, heard: {}, longTasks: [] };
  page.__cardWatch = watch;
  page.WebSocket = class extends page.WebSocket {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        if (typeof data !== 'string' || !data.startsWith('{"alarms"')) return;
        const nowMs = performance.timeOrigin + performance.now();
        for (const [name] of data.matchAll(/Vehicle \d{6}/g)) watch.heard[name] ??= nowMs;
      });
    }
  };
  const take = (card: Element) => {
    const name = /Vehicle \d{6}/.exec(card.textContent ?? '')?.[0];
    if (name) watch.seen[name] ??= performance.timeOrigin + performance.now();
  };
  new page.MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        if (node.matches?.('article')) take(node);
        for (const card of node.querySelectorAll?.('article') ?? []) take(card);
      }
    }
  }).observe(page.document, { childList: true, subtree: true });
  // Node's types do not know this kind of entry, which browsers have
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      watch.longTasks.push([performance.timeOrigin + startTime, duration]);
  }).observe({ type: 'longtask' as 'function' });
}
