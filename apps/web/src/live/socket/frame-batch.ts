/** Gathers what arrives and hands it on once an animation frame. */
export interface FrameBatch {
  /** Something waits. A hidden page has no frames, and is served at once. */
  request(): void;
  /** Forgets what was requested. */
  cancel(): void;
}

export interface FrameBatchParts {
  readonly flush: () => void;
  readonly page: Pick<Document, 'hidden' | 'addEventListener'>;
  readonly requestFrame: (callback: () => void) => number;
  readonly cancelFrame: (handle: number) => void;
}

export function createFrameBatch({ flush, page, requestFrame, cancelFrame }: FrameBatchParts): FrameBatch {
  let frame: number | undefined;

  function flushNow(): void {
    if (frame !== undefined) cancelFrame(frame);
    frame = undefined;
    flush();
  }

  // A frame requested just before the page was hidden never comes.
  function onVisibility(): void {
    if (page.hidden && frame !== undefined) flushNow();
  }

  page.addEventListener('visibilitychange', onVisibility);
  return {
    request() {
      if (page.hidden) flushNow();
      else frame ??= requestFrame(flushNow);
    },
    cancel() {
      if (frame !== undefined) cancelFrame(frame);
      frame = undefined;
    },
  };
}
