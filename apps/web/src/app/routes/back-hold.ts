import type { LeaveGuard } from '../../lib/leaving/leave-guard.ts';

type Heard = (event: Pick<PopStateEvent, 'stopImmediatePropagation'>) => void;

/** Of the browser, what Back and Forward are to a page. */
export interface Stepping {
  readonly history: { readonly state: unknown; go(delta: number): void };
  addEventListener(type: 'popstate', heard: Heard, capture: true): void;
  removeEventListener(type: 'popstate', heard: Heard, capture: true): void;
}

export interface BackHold {
  /** Listens from now on; returns the way to stop. */
  start(): () => void;
  /** The page itself went somewhere. */
  moved(): void;
}

/**
 * Back and Forward have happened before a page hears of them: while the guard is held the step is taken back unseen, and
 * taken again once the person agrees.
 */
export function createBackHold(browser: Stepping, guard: Pick<LeaveGuard, 'isHeld' | 'leave'>): BackHold {
  let place: number | undefined;
  let isOwnStep = false;

  function onStep(event: Pick<PopStateEvent, 'stopImmediatePropagation'>): void {
    if (isOwnStep) {
      isOwnStep = false;
      event.stopImmediatePropagation();
      return;
    }
    const wanted = placeIn(browser);
    if (!guard.isHeld() || wanted === undefined || place === undefined || wanted === place) {
      place = wanted;
      return;
    }
    const steps = wanted - place;
    event.stopImmediatePropagation();
    isOwnStep = true;
    browser.history.go(-steps);
    guard.leave(() => browser.history.go(steps));
  }

  return {
    start() {
      place = placeIn(browser);
      // Before the router's own listener hears of the step.
      browser.addEventListener('popstate', onStep, true);
      return () => browser.removeEventListener('popstate', onStep, true);
    },
    moved() {
      place = placeIn(browser);
    },
  };
}

/** The router numbers the entries of the history. */
function placeIn({ history }: Stepping): number | undefined {
  const { idx } = (history.state ?? {}) as { readonly idx?: unknown };
  return typeof idx === 'number' ? idx : undefined;
}
