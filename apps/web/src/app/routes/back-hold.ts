import type { LeaveGuard } from '../../lib/leaving/leave-guard.ts';

type Received = (event: Pick<PopStateEvent, 'stopImmediatePropagation'>) => void;

/** Of the browser, what Back and Forward are to a page. */
export interface Stepping {
  readonly history: { readonly state: unknown; go(delta: number): void };
  addEventListener(type: 'popstate', received: Received): void;
}

export interface BackHold {
  /** The page itself went somewhere, or began. */
  moved(): void;
}

/**
 * Back and Forward have happened before a page is notified of them: while the guard is held the step is taken back unseen, and
 * taken again once the person agrees. A window calls its listeners in the order they came, whatever their phase: this one
 * must be there before the router's.
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
    const requested = placeIn(browser);
    if (!guard.isHeld() || requested === undefined || place === undefined || requested === place) {
      place = requested;
      return;
    }
    const steps = requested - place;
    event.stopImmediatePropagation();
    isOwnStep = true;
    browser.history.go(-steps);
    guard.leave(() => browser.history.go(steps));
  }

  browser.addEventListener('popstate', onStep);
  return {
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
