/** The settings of the outgoing channels: mail, SMS, push. What is not set is not set up. */
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
  'PUSH_URL',
  'PUSH_HEADERS',
  'PUSH_BODY',
];

type Values = z.output<z.ZodObject<typeof channelSettings>>;

/** Throws a `ConfigError` where settings do not go together. */
export function channelsOf(value: Values): ChannelSettings {
  const { MAIL_URL: url, MAIL_FROM: from } = value;
  if (url !== undefined && from === undefined) throw new ConfigError('MAIL_FROM must be set with MAIL_URL');
  return {
    dialUrl: value.DIAL_URL,
    pushOrigins: value.PUSH_ORIGINS ?? [],
    mail: url === undefined || from === undefined ? undefined : { url, from },
    sms: httpTemplate(
      'SMS',
      { url: value.SMS_URL, method: value.SMS_METHOD, headers: value.SMS_HEADERS, body: value.SMS_BODY },
      ['{phone}', '{text}'],
    ),
    push: httpTemplate(
      'PUSH',
      { url: value.PUSH_URL, method: value.PUSH_METHOD, headers: value.PUSH_HEADERS, body: value.PUSH_BODY },
      ['{token}', '{text}'],
    ),
  };
}
