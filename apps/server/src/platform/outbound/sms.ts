import type { HttpTemplate } from '../config/http-template-settings.ts';
import { fillTemplate } from './http-template.ts';
import { createOutbound } from './outbound.ts';
import type { OutboundMetrics } from './outbound-metrics.ts';

/** Sends one text message; throws a `DeliveryFailed`. The phone goes as it is registered, without blanks and signs. */
export type SendSms = (phone: string, text: string) => Promise<void>;

/** Undefined where no SMS service is set up. */
export function createSms(template: HttpTemplate | undefined, metrics: OutboundMetrics): SendSms | undefined {
  if (!template) return undefined;
  const call = createOutbound({ service: 'sms', metrics });
  return async (phone, text) => {
    await call(fillTemplate(template, { phone: phone.replaceAll(/[^\d+]/g, ''), text }));
  };
}
