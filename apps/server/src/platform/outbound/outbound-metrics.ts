/** What leaves the server, as `/metrics` shows it. `service`: mail, sms, push, geocoder, postal-codes, payments… */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export interface OutboundMetrics {
  /** Counts how one call ended and how long it took. `reason`: why it did not do what it was for. */
  observe(service: string, outcome: 'done' | 'refused' | 'failed', tookMs: number, reason?: string): void;
  /** `isOpen` is asked when the metrics are read. */
  watch(service: string, isOpen: () => boolean): void;
}

export function createOutboundMetrics(registry: Registry): OutboundMetrics {
  const registers = [registry];
  const calls = new Counter({
    name: 'atalaia_outbound_calls_total',
    help: 'Calls to services outside by how they ended',
    labelNames: ['service', 'outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'atalaia_outbound_seconds',
    help: 'Time of a call to a service outside',
    labelNames: ['service'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const watched = new Map<string, () => boolean>();
  new Gauge({
    name: 'atalaia_outbound_resting',
    help: '1 while a service is not asked because it failed again and again',
    labelNames: ['service'],
    registers,
    collect() {
      for (const [service, isOpen] of watched) this.set({ service }, isOpen() ? 1 : 0);
    },
  });
  return {
    observe(service, outcome, tookMs) {
      calls.inc({ service, outcome });
      seconds.observe({ service }, tookMs / 1000);
    },
    watch: (service, isOpen) => void watched.set(service, isOpen),
  };
}
