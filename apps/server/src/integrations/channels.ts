import type { ChannelSettings } from '../config/channel-settings.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import type { OutboundMetrics } from './outbound/outbound-metrics.ts';
import { createPush, type SendPush } from './push/push.ts';
import { createSms, type SendSms } from './sms/sms.ts';

/** The ways out of the house to people; one that is absent is not set up. */
export interface Channels {
  readonly mailer?: Mailer;
  readonly sendSms?: SendSms;
  readonly sendPush?: SendPush;
}

export function createChannels({ mail, sms, push }: ChannelSettings, metrics: OutboundMetrics): Channels {
  const mailer = createMailer(mail, metrics);
  const sendSms = createSms(sms, metrics);
  const sendPush = createPush(push, metrics);
  return {
    ...(mailer ? { mailer } : {}),
    ...(sendSms ? { sendSms } : {}),
    ...(sendPush ? { sendPush } : {}),
  };
}
