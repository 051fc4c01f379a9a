import { DeliveryFailed } from '../../errors/delivery-failed.ts';
import { createBreaker } from './breaker.ts';
import type { OutboundMetrics } from './outbound-metrics.ts';

export type Guard = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** What every call to one service goes through: its circuit breaker and its count. */
export function createGuard(service: string, metrics: OutboundMetrics): Guard {
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
        metrics.observe(service, isRefusal ? 'refused' : 'failed', performance.now() - startMs);
        throw error;
      }
    });
}
