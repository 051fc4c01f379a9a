import { useLayoutEffect, useRef, useState } from 'react';

/**
 * A map made once for a component, and ended with it; null until then. It is not made while the component is drawn: a
 * drawing may be given up and started again, and the workers of the map that nobody got would continue behind it.
 */
export function useCore<Core extends { destroy(): void }>(make: () => Core): Core | null {
  const [core, setCore] = useState<Core | null>(null);
  const latest = useRef(make);
  latest.current = make;
  useLayoutEffect(() => {
    const made = latest.current();
    setCore(made);
    return () => made.destroy();
  }, []);
  return core;
}
