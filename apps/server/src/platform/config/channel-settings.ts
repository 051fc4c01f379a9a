/** The settings of the outgoing channels: mail, SMS, WhatsApp, push. What is not set is not set up. */
import { z } from 'zod';
import { ConfigError } from '../../errors/config-error.ts';
import {
  type HttpTemplate,
  httpTemplate,
  templateBody,
  templateHeaders,
  templateMethod,
  templateUrl,
} from './http-template-settings.ts';

export interface MailSettings {
  /** smtp or smtps, with user and password where the server requests them. */
  readonly url: string;
  /** An address, or a name and an address in angle brackets. */
  readonly from: string;
}

export interface ChannelSettings {
  readonly mail: MailSettings | undefined;
  readonly sms: HttpTemplate | undefined;
  readonly whatsapp: HttpTemplate | undefined;
  readonly push: HttpTemplate | undefined;
  /** Of push services of browsers beside those of the known makers. */
  readonly pushOrigins: readonly string[];
  /** Dials `{phone}`; absent: `tel:`. */
  readonly dialUrl: string | undefined;
}

/** What a browser hands to a softphone, and pages of a telephone exchange; nothing that runs in our own page. */
const dialSchemes = ['https', 'tel', 'sip', 'sips', 'callto', 'zoiper', 'ciscotel'] as const;

/** Of an https address `{phone}` is in the path or behind it: no number names another server. */
function isDialUrl(text: string): boolean {
  const scheme = dialSchemes.find((one) => text.toLowerCase().startsWith(`${one}:`));
  if (scheme === undefined) return false;
  const filled = text.replaceAll('{phone}', '5585999990000');
  if (scheme !== 'https') return /^[^\s<>"]+$/.test(text);
  return URL.canParse(filled) && text.startsWith(`${new URL(filled).origin}/`);
}

export const channelSettings = {
  MAIL_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .refine((text) => URL.canParse(text), 'is not a valid address')
    .optional()
    .meta({
      default: 'not set up',
      description:
        'mail server, such as `smtp://user:password@mail.example.com:587`; `smtps://` for TLS from the start',
    }),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be an e-mail address')
    .optional()
    .meta({
      default: 'none; asked for by `MAIL_URL`',
      description: 'sender of every mail, such as `Atalaia <atalaia@example.com>`',
    }),
  SMS_URL: templateUrl('address of the SMS service; `{phone}` and `{text}` in it stand for the message'),
  SMS_METHOD: templateMethod('SMS'),
  SMS_HEADERS: templateHeaders('SMS'),
  SMS_BODY: templateBody('SMS', '{"to":"{phone}","text":"{text}"}', '`{phone}` and `{text}`'),
  WHATSAPP_URL: templateUrl(
    'address of the service that sends WhatsApp messages; `{phone}` and `{text}` in it stand for the message',
  ),
  WHATSAPP_METHOD: templateMethod('WhatsApp'),
  WHATSAPP_HEADERS: templateHeaders('WhatsApp'),
  WHATSAPP_BODY: templateBody('WhatsApp', '{"to":"{phone}","text":"{text}"}', '`{phone}` and `{text}`'),
  DIAL_URL: z
    .string()
    .refine(
      isDialUrl,
      `must be an address of ${dialSchemes.join(', ')}; of https with {phone} in its path or behind it`,
    )
    .refine((text) => text.includes('{phone}'), 'must hold {phone}')
    .optional()
    .meta({
      default: '`tel:{phone}`',
      description:
        'address that a click on "Ligar" opens, so that a softphone dials: `sip:{phone}@pabx.example.com`, `https://pabx.example.com/dial?to={phone}`',
    }),
  PUSH_URL: templateUrl(
    'address of the service that pushes to phones; `{token}`, `{title}`, `{text}` as in its body',
  ),
  PUSH_METHOD: templateMethod('push'),
  PUSH_HEADERS: templateHeaders('push'),
  PUSH_BODY: templateBody(
    'push',
    '{"to":"{token}","title":"{title}","body":"{text}"}',
    '`{token}`, `{title}` and `{text}`',
  ),
  PUSH_ORIGINS: z
    .string()
    .transform((list) => list.split(',').map((one) => one.trim()))
    .refine(
      (list) => list.every((one) => URL.canParse(one) && new URL(one).origin === one),
      'must be origins such as https://push.example.com, with commas between',
    )
    .optional()
    .meta({
      default: 'Google, Mozilla, Apple and Microsoft',
      description:
        'push services of browsers beside those of the known makers, which the installed app’s notifications may be left at: `https://push.example.com`',
    }),
};

/** Their values hold keys and passwords. */
export const channelSecrets = [
  'MAIL_URL',
  'SMS_URL',
  'SMS_HEADERS',
  'SMS_BODY',
  'WHATSAPP_URL',
  'WHATSAPP_HEADERS',
  'WHATSAPP_BODY',
  'PUSH_URL',
  'PUSH_HEADERS',
  'PUSH_BODY',
];

type Values = z.output<z.ZodObject<typeof channelSettings>>;

/** Throws a `ConfigError` where settings do not go together. */
export function channelsOf(value: Values): ChannelSettings {
  return {
    dialUrl: dialUrlOf(value),
    pushOrigins: value.PUSH_ORIGINS ?? [],
    mail: mailOf(value),
    sms: smsOf(value),
    whatsapp: whatsAppOf(value),
    push: pushOf(value),
  };
}

export const dialUrlOf = (value: Pick<Values, 'DIAL_URL'>) => value.DIAL_URL;

export function mailOf({ MAIL_URL: url, MAIL_FROM: from }: Pick<Values, 'MAIL_URL' | 'MAIL_FROM'>) {
  if (url !== undefined && from === undefined) throw new ConfigError('MAIL_FROM must be set with MAIL_URL');
  return url === undefined || from === undefined ? undefined : { url, from };
}

type TemplateNames<Name extends string> = `${Name}_${'URL' | 'METHOD' | 'HEADERS' | 'BODY'}` & keyof Values;

function templateOf<Name extends 'SMS' | 'WHATSAPP' | 'PUSH'>(name: Name, placeholders: readonly string[]) {
  return (given: Pick<Values, TemplateNames<Name>>) => {
    const value = given as Values;
    const template = {
      url: value[`${name}_URL`],
      method: value[`${name}_METHOD`],
      headers: value[`${name}_HEADERS`],
      body: value[`${name}_BODY`],
    };
    return httpTemplate(name, template, placeholders);
  };
}

export const smsOf = templateOf('SMS', ['{phone}', '{text}']);
export const whatsAppOf = templateOf('WHATSAPP', ['{phone}', '{text}']);
export const pushOf = templateOf('PUSH', ['{token}', '{text}']);
