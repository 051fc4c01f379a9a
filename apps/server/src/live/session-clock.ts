/**
 * Says when the session of a connection has ended. Its end may be moved while the connection is open, by use or by
 * whoever keeps the account, so it is asked again before it is believed.
 */
export interface SessionClock {
  /** The end may have been moved. */
  ask(): void;
  stop(): void;
}

export interface SessionClockParts {
  /** As it was when the connection opened, ms since 1970 UTC. */
  readonly endsMs: number | undefined;
  /** As it is now; undefined when it has ended. */
  readonly readEndMs: () => Promise<number | undefined>;
  readonly onEnd: () => void;
  /** Nobody knows whether it is over. */
  readonly onUnsure: (error: unknown) => void;
}

/** What a timer holds. */
const longestWaitMs = 2 ** 31 - 1;

export function createSessionClock({ endsMs, readEndMs, onEnd, onUnsure }: SessionClockParts): SessionClock {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const wait = (untilMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(ask, Math.min(Math.max(untilMs - Date.now(), 0), longestWaitMs)).unref();
  };
  const received = (untilMs: number | undefined) => {
    if (isStopped) return;
    if (untilMs === undefined || untilMs <= Date.now()) onEnd();
    else wait(untilMs);
  };
  function ask() {
    readEndMs()
      .then(received)
      .catch((error) => {
        if (!isStopped) onUnsure(error);
      });
  }

  wait(endsMs ?? Number.POSITIVE_INFINITY);
  return {
    ask,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
