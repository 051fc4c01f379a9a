import { createTransport } from 'nodemailer';
import { DeliveryFailed } from '../../../errors/outbound-errors.ts';
import type { MailSettings } from '../../config/channel-settings.ts';
import { createCircuitBreaker } from '../circuit-breaker.ts';
import type { OutboundMetrics } from '../outbound-metrics.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments?: readonly MailAttachment[];
  /** Who it comes from, as far as that is not the installation; an address left out is the installation's. */
  readonly from?: { readonly name: string; readonly address: string | undefined };
  readonly replyTo?: string;
  /** Names the message among all: a mail server that gets it twice can find out. Letters, digits, dots and dashes. */
  readonly messageKey?: string;
}

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer | string;
}

export interface Mailer {
  /** Resolves once the mail server has taken it; throws a `DeliveryFailed`. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** At most so many connections to the mail server; who comes later waits. */
const connections = 3;
const timeouts = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

/** Undefined where no mail server is set up. */
export function createMailer(
  settings: MailSettings | undefined,
  metrics: OutboundMetrics,
): Mailer | undefined {
  if (!settings) return undefined;
  const transport = createTransport({
    url: settings.url,
    pool: true,
    maxConnections: connections,
    // a message is what it is handed: no file and no address is ever fetched for it
    disableFileAccess: true,
    disableUrlAccess: true,
    ...timeouts,
  });
  const domain = /@([\w.-]+)/.exec(settings.from)?.[1] ?? 'localhost';
  const ownAddress = /<([^<>]+)>/.exec(settings.from)?.[1] ?? settings.from;
  const breaker = createCircuitBreaker('mail', metrics);
  return {
    send: ({ to, subject, text, html, attachments = [], messageKey, from, replyTo }) =>
      breaker(async () => {
        try {
          await transport.sendMail({
            from: from
              ? { name: oneLine(from.name), address: oneLine(from.address ?? ownAddress) }
              : settings.from,
            ...(replyTo === undefined ? {} : { replyTo: { name: '', address: oneLine(replyTo) } }),
            // as an object it is one address, whatever commas or line breaks it holds
            to: { name: '', address: oneLine(to) },
            subject: oneLine(subject),
            text,
            ...(html === undefined ? {} : { html }),
            attachments: attachments.map((attachment) => ({ ...attachment })),
            ...(messageKey === undefined ? {} : { messageId: `<${messageKey}@${domain}>` }),
            headers: { 'Auto-Submitted': 'auto-generated' },
          });
        } catch (error) {
          throw mailFailure(error);
        }
      }),
    close: () => transport.close(),
  };
}

/** What a person or a device is called is text in HTML too, whatever signs it holds. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Nothing that a name or a text brings along may begin a header of its own. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/**
 * What a failure of nodemailer means. An answer of the mail server decides: 4yz "later", 5yz "no" (RFC 5321, 4.2.1).
 * Without one, the message may have been taken only once its body was on the way (command DATA).
 */
export function mailFailure(error: unknown): DeliveryFailed {
  const { responseCode, command, code, message } = factsOf(error);
  if (responseCode !== undefined) {
    return new DeliveryFailed(`the mail server answered ${responseCode}: ${message}`, {
      certainlyNotSent: true,
      isLasting: responseCode >= 500,
      // 421 is the server itself, which closes
      isOfMessage:
        responseCode >= 500 || (responseCode !== 421 && (command === 'MAIL FROM' || command === 'RCPT TO')),
      status: responseCode,
      cause: error,
    });
  }
  const wasOnTheWay = command === undefined ? code === undefined : command === 'DATA';
  return new DeliveryFailed(`the mail server failed: ${message}`, {
    certainlyNotSent: !wasOnTheWay,
    isLasting: code === 'EENVELOPE',
    cause: error,
  });
}

interface MailErrorFacts {
  readonly responseCode: number | undefined;
  readonly command: string | undefined;
  readonly code: string | undefined;
  readonly message: string;
}

function factsOf(error: unknown): MailErrorFacts {
  if (!(error instanceof Error)) {
    return { responseCode: undefined, command: undefined, code: undefined, message: String(error) };
  }
  const { responseCode, command, code } = error as Error & Record<string, unknown>;
  return {
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
    command: typeof command === 'string' ? command : undefined,
    code: typeof code === 'string' ? code : undefined,
    message: error.message,
  };
}
