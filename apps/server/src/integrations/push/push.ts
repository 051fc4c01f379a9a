import type { HttpTemplate } from '../../config/http-template-settings.ts';
import { fillTemplate } from '../outbound/http-template.ts';
import { createOutbound } from '../outbound/outbound.ts';
import type { OutboundMetrics } from '../outbound/outbound-metrics.ts';

export interface PushMessage {
  /** Of one app on one phone. */
  readonly token: string;
  readonly title: string;
  readonly text: string;
}

/** Sends to one phone; throws a `DeliveryFailed`. */
export type SendPush = (message: PushMessage) => Promise<void>;

/** Undefined where no push service is set up. */
export function createPush(
  template: HttpTemplate | undefined,
  metrics: OutboundMetrics,
): SendPush | undefined {
  if (!template) return undefined;
  const call = createOutbound({ service: 'push', metrics });
  return async ({ token, title, text }) => {
    await call(fillTemplate(template, { token, title, text }));
  };
}
