import {
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
} from 'cockatiel';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { OutboundMetrics } from './outbound-metrics.ts';

export type CircuitBreaker = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** What every call to one service goes through: its circuit breaker and its count. */
export function createCircuitBreaker(service: string, metrics: OutboundMetrics): CircuitBreaker {
  const breaker = createBreaker(service);
  metrics.watch(service, () => breaker.isOpen);
  return (work) =>
    breaker.run(async () => {
      const startMs = performance.now();
      try {
        const result = await work();
        metrics.observe(service, 'done', performance.now() - startMs);
        return result;
      } catch (error) {
        const isRefusal = error instanceof DeliveryFailed && error.isLasting;
        const reason = error instanceof Error ? error.message : String(error);
        metrics.observe(service, isRefusal ? 'refused' : 'failed', performance.now() - startMs, reason);
        throw error;
      }
    });
}

/** After so many failures in a row nothing is requested a while; then one call tries whether it is well again. */
const failuresInARow = 5;
const restMs = 30_000;

interface Breaker {
  /** Throws a `DeliveryFailed` that may be repeated while the other side rests. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  readonly isOpen: boolean;
}

/**
 * Spares a service that is down, and spares us its time-outs. What it refuses of one message (a wrong number, a sender
 * that it does not know) says nothing of the service, and does not count.
 */
function createBreaker(service: string): Breaker {
  const policy = circuitBreaker(
    handleWhen((error) => !(error instanceof DeliveryFailed && error.isOfMessage)),
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
