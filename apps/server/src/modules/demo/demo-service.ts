/** Asks the program of the demonstration, which drives its vehicles, to play a theft (COCK-01). */
import { AppError, notFound } from '../../errors/app-error.ts';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import type { OutboundMetrics } from '../../platform/outbound/outbound-metrics.ts';

export interface DemoService {
  readonly isDemo: boolean;
  /**
   * Begins one. Throws `not-found` on any server but a demonstration, `theft-under-way` while one is played and
   * `demo-away` where that program does not answer.
   */
  playTheft(): Promise<void>;
}

const timeoutMs = 4_000;

export function createDemoService(url: string | undefined, metrics: OutboundMetrics): DemoService {
  const call = createOutbound({ service: 'demo', metrics, timeoutMs });
  return {
    isDemo: url !== undefined,
    async playTheft() {
      if (url === undefined) throw notFound('demonstration', 'theft');
      try {
        await call({ url: `${url}/theft`, method: 'POST' });
      } catch (error) {
        if (!(error instanceof DeliveryFailed)) throw error;
        throw error.status === 409
          ? new AppError('theft-under-way', 'a theft is being played')
          : new AppError('demo-away', 'the program of the demonstration does not answer');
      }
    },
  };
}
