import type { ChannelSettings } from '../config/channel-settings.ts';
import type { HttpTemplate } from '../config/http-template-settings.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { createOutbound, type Outbound, type OutboundCall } from './outbound.ts';
import type { OutboundMetrics } from './outbound-metrics.ts';

/** The outgoing channels to people; one that is absent is not set up. They come and go: they are read at each use. */
export interface Channels {
  readonly mailer?: Mailer;
  readonly sendSms?: SendSms;
  readonly sendWhatsApp?: SendSms;
  readonly sendPush?: SendPush;
  /** Calls a browser's push service, by the host's name. */
  readonly callPush?: (host: string) => Outbound;
  /** Origins of push services beside the known ones. */
  readonly pushOrigins?: readonly string[];
  /** Where a person's own telephone dials `{phone}`. */
  readonly dialUrl?: string;
}

export function createChannels(
  { mail, sms, whatsapp, push, pushOrigins, dialUrl }: ChannelSettings,
  metrics: OutboundMetrics,
): Channels {
  const mailer = createMailer(mail, metrics);
  const sendSms = createSms('sms', sms, metrics);
  const sendWhatsApp = createSms('whatsapp', whatsapp, metrics);
  const sendPush = createPush(push, metrics);
  return {
    ...(mailer ? { mailer } : {}),
    ...(sendSms ? { sendSms } : {}),
    ...(sendWhatsApp ? { sendWhatsApp } : {}),
    ...(sendPush ? { sendPush } : {}),
    callPush: createPushCalls(metrics),
    pushOrigins,
    ...(dialUrl === undefined ? {} : { dialUrl }),
  };
}

/** One host that is down holds no other up. */
function createPushCalls(metrics: OutboundMetrics): (host: string) => Outbound {
  const calls = new Map<string, Outbound>();
  return (host) => {
    // those of one maker, such as `wns2-am3p.notify.windows.com`, are one service
    const service = `web push ${host.split('.').slice(-2).join('.')}`;
    const call = calls.get(service) ?? createOutbound({ service, metrics });
    calls.set(service, call);
    return call;
  };
}

interface PushMessage {
  /** Of one app on one phone. */
  readonly token: string;
  readonly title: string;
  readonly text: string;
}

/** Sends to one phone; throws a `DeliveryFailed`. */
type SendPush = (message: PushMessage) => Promise<void>;

/** Undefined where no push service is set up. */
function createPush(template: HttpTemplate | undefined, metrics: OutboundMetrics): SendPush | undefined {
  if (!template) return undefined;
  const call = createOutbound({ service: 'push', metrics });
  return async ({ token, title, text }) => {
    await call(fillTemplate(template, { token, title, text }));
  };
}

/** Sends one text message; throws a `DeliveryFailed`. The phone goes as it is registered, without blanks and signs. */
export type SendSms = (phone: string, text: string) => Promise<void>;

/** Undefined where no such service is set up. */
function createSms(
  service: 'sms' | 'whatsapp',
  template: HttpTemplate | undefined,
  metrics: OutboundMetrics,
): SendSms | undefined {
  if (!template) return undefined;
  const call = createOutbound({ service, metrics });
  return async (phone, text) => {
    await call(fillTemplate(template, { phone: phone.replaceAll(/[^\d+]/g, ''), text }));
  };
}

/**
 * An HTTP call written down as a setting: placeholders `{name}` in the address and the body are replaced by a message's
 * values. In the address they are percent-encoded; in the body as its content type asks: escaped inside JSON's
 * quotation marks, percent-encoded in a form, bare in anything else. Other braces stay as they are.
 */
type Values = Readonly<Record<string, string>>;

export function fillTemplate(
  { url, method, headers, body }: HttpTemplate,
  values: Values,
): Omit<OutboundCall, 'body'> & { readonly body?: string } {
  const given = new Headers(headers);
  const sendsBody = method !== 'GET';
  if (sendsBody && !given.has('content-type')) {
    const looksLikeJson = /^\s*[[{]/.test(body);
    given.set('content-type', looksLikeJson ? 'application/json' : 'application/x-www-form-urlencoded');
  }
  return {
    url: fill(url, values, encodeURIComponent),
    method,
    headers: Object.fromEntries(given),
    ...(sendsBody ? { body: fill(body, values, encodingFor(given.get('content-type') ?? '')) } : {}),
  };
}

function encodingFor(contentType: string): (value: string) => string {
  if (contentType.includes('json')) return (value) => JSON.stringify(value).slice(1, -1);
  if (contentType.includes('x-www-form-urlencoded')) return encodeURIComponent;
  return (value) => value;
}

function fill(template: string, values: Values, encode: (value: string) => string): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? whole : encode(value);
  });
}
