import { useEffect, useRef, useState } from 'react';
import { leaveGuard } from './leave-guard.ts';

export interface Held {
  /** Somebody wants to leave: the person is to be asked. */
  readonly isAsked: boolean;
  /** He stays. */
  readonly stay: () => void;
  /** He leaves, and what he typed goes. */
  readonly leave: () => void;
  /** Nothing is held any more, at once: what was typed is saved. */
  readonly release: () => void;
}

/** Holds the page while something would be lost: within the site the person is asked here, beyond it by the browser. */
export function useHeld(isHeld: boolean): Held {
  const [going, setGoing] = useState<(() => void) | null>(null);
  const letGo = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (!isHeld) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const forget = leaveGuard.hold((go) => setGoing(() => go));
    const release = () => {
      forget();
      window.removeEventListener('beforeunload', onUnload);
    };
    window.addEventListener('beforeunload', onUnload);
    letGo.current = release;
    return release;
  }, [isHeld]);

  const release = () => letGo.current?.();
  return {
    isAsked: going !== null,
    stay: () => setGoing(null),
    leave() {
      release();
      setGoing(null);
      going?.();
    },
    release,
  };
}
