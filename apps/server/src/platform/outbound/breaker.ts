import {
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
} from 'cockatiel';
import { DeliveryFailed } from '../../errors/delivery-failed.ts';

/** After so many failures in a row nothing is asked for a while; then one call tries whether it is well again. */
const failuresInARow = 5;
const restMs = 30_000;

export interface Breaker {
  /** Throws a `DeliveryFailed` that may be repeated while the other side rests. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  readonly isOpen: boolean;
}

/**
 * Spares a service that is down, and spares us its time-outs. What it refuses for good (a wrong number) speaks of the
 * message and not of the service, and does not count.
 */
export function createBreaker(service: string): Breaker {
  const policy = circuitBreaker(
    handleWhen((error) => !(error instanceof DeliveryFailed && error.isLasting)),
    { breaker: new ConsecutiveBreaker(failuresInARow), halfOpenAfter: restMs },
  );
  return {
    get isOpen() {
      return policy.state === CircuitState.Open;
    },
    async run(work) {
      try {
        return await policy.execute(work);
      } catch (error) {
        if (!isBrokenCircuitError(error)) throw error;
        throw new DeliveryFailed(`${service} rests after repeated failures`, {
          certainlyNotSent: true,
          retryAfterMs: restMs,
          cause: error,
        });
      }
    },
  };
}
