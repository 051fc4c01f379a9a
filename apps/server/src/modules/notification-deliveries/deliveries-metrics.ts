import { Counter, type Registry } from 'prom-client';

/** How notices ended: sent, put off to be tried again, given up. */
export type DeliveryOutcome = 'sent' | 'again' | 'given-up';

export type CountDeliveries = (notificator: string, outcome: DeliveryOutcome, count?: number) => void;

export function createDeliveryMetrics(registry: Registry): CountDeliveries {
  const counter = new Counter({
    name: 'atalaia_notices_total',
    help: 'Notices to people by channel and outcome; again: failed, and tried once more later',
    labelNames: ['notificator', 'outcome'],
    registers: [registry],
  });
  return (notificator, outcome, count = 1) => {
    if (count > 0) counter.inc({ notificator, outcome }, count);
  };
}
