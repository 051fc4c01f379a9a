/** The mails of the product in a company's brand, with its own texts in place of the shipped ones (COM-01). */
import type { CompanyMail, CompanyMailText, CompanyMailTrial } from '@atalaia/contract/accounts/company';
import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import { type Language, languageRead } from '@atalaia/phrases/languages';
import { say } from '@atalaia/phrases/say';
import type { Kysely } from 'kysely';
import { AppError, notFound } from '../../errors/app-error.ts';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Channels } from '../../platform/outbound/channels.ts';
import { escapeHtml, type Mail } from '../../platform/outbound/mail/mailer.ts';
import { writeAudit } from '../../queries/audit.ts';
import { givenColumns } from '../../queries/columns.ts';
import type { Commit } from '../../queries/commit.ts';
import type { Caller } from '../../visibility/caller.ts';
import { type CompanyRow, findCompanyById, findCompanyOf } from './companies-queries.ts';

/** What a mail is about, and what its placeholders stand for. */
export interface OwnTexts {
  readonly kind: CompanyMail;
  readonly values: Readonly<Record<string, string>>;
}

export type BrandMail = (userId: number, mail: Mail, own?: OwnTexts) => Promise<Mail>;

export interface CompanyMails {
  /** A mail to this user in the brand of his company, whose own texts stand in the place of the shipped ones. */
  readonly brandMail: BrandMail;
  /**
   * Sends the caller what a mail of this company would look like with these texts and this sender. Throws
   * `channel-not-set-up`, and `delivery-failed` with what the mail server said.
   */
  tryMail(caller: Caller, id: number, trial: CompanyMailTrial): Promise<void>;
}

export interface CompanyMailsParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly channels: Pick<Channels, 'mailer'>;
  /** Where a mail program finds a logo. */
  readonly publicUrl: string | undefined;
  readonly readServer: () => Promise<Pick<PublicServerSettings, 'attributes'>>;
}

export function createCompanyMails(parts: CompanyMailsParts): CompanyMails {
  const { kysely, commit, channels, publicUrl, readServer } = parts;
  return {
    async brandMail(userId, mail, own) {
      const company = await findCompanyOf(kysely, userId);
      return company ? branded(company, publicUrl, mail, own) : mail;
    },

    async tryMail(caller, id, trial) {
      if (!channels.mailer) throw new AppError('channel-not-set-up', 'no mail server is set up');
      const company = await findCompanyById(kysely, id);
      if (!company) throw notFound('company', id);
      const { mail: kind, subject, body } = trial;
      const line = { action: 'test', noun: 'company', objectId: id, details: { mail: kind } } as const;
      await commit((transaction) => writeAudit(transaction, caller, line));
      const link = `${publicUrl ?? 'https://example.com'}/access`;
      const { attributes, name } = caller.user;
      const own = attributes as Readonly<Record<string, unknown>>;
      const language = languageRead(own, (await readServer()).attributes);
      const { values, ...shipped } = sampleMail(kind, language, name, link);
      const tried = {
        ...company,
        ...givenColumns({
          sender_name: trial.senderName,
          sender_address: trial.senderAddress,
          reply_to: trial.replyTo,
        }),
        mail_texts: { [kind]: { subject, body } },
      };
      try {
        const mail = { to: caller.user.email, ...shipped };
        await channels.mailer.send(branded(tried, publicUrl, mail, { kind, values }));
      } catch (error) {
        if (!(error instanceof DeliveryFailed)) throw error;
        throw new AppError('delivery-failed', error.message, { reason: error.message });
      }
    },
  };
}

const dayMs = 86_400_000;

/** A mail of its kind in the shipped words, of things that are made up, and what its placeholders stand for. */
function sampleMail(kind: CompanyMail, language: Language, name: string, link: string) {
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'short' });
  const [from, to] = [dates.format(Date.now() - 7 * dayMs), dates.format(Date.now())];
  const title = say(language, kind === 'report' ? 'report.tripTitle' : 'notice.testSubject');
  const text = say(language, 'notice.testText', { name });
  const values = { name, link, title, from, to, text };
  if (kind === 'notification') return { subject: title, text, values };
  if (kind === 'report') {
    const subject = say(language, 'report.mailSubject', { title });
    return { subject, text: say(language, 'report.mailText', { title, from, to, zone: 'UTC' }), values };
  }
  const asked = say(language, `accountMail.${kind}Text`, { name });
  return { subject: say(language, `accountMail.${kind}Subject`), text: `${asked}\n\n${link}\n`, values };
}

/** In one pass: what a placeholder stands for is not read for placeholders. */
function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(
    /\[(\w+)\]/g,
    (whole, name: string) => (Object.hasOwn(values, name) ? values[name] : undefined) ?? whole,
  );
}

/** An address up to a blank or a sign that is put round or behind it. */
const webAddress = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/;

/** Plain text as HTML, with its addresses to click on. They are found first: escaped, a quotation mark is letters. */
function paragraphOf(text: string): string {
  const parts = text.split(webAddress).map((part, at) => {
    const shown = escapeHtml(part);
    return at % 2 === 1 ? `<a href="${shown}">${shown}</a>` : shown;
  });
  return `<p style="white-space:pre-line">${parts.join('')}</p>`;
}

function branded(company: CompanyRow, publicUrl: string | undefined, mail: Mail, own?: OwnTexts): Mail {
  const name = company.name ?? company.label;
  const texts = own && (company.mail_texts as Partial<Record<CompanyMail, CompanyMailText>>)[own.kind];
  const values = { ...own?.values, company: name };
  const body = texts?.body && filled(texts.body, values);
  const logo =
    company.logo_url && publicUrl
      ? `<img src="${escapeHtml(publicUrl + company.logo_url)}" height="40" alt="" style="vertical-align:middle;margin-right:12px">`
      : '';
  const head = `<div style="border-top:4px solid ${escapeHtml(company.theme)};padding:12px 0;font-weight:600">${logo}${escapeHtml(name)}</div>`;
  const whole =
    body || mail.html === undefined
      ? `<!doctype html><html><head><meta charset="utf-8"></head><body style="font-family:sans-serif;font-size:14px;color:#1a1a1a">${paragraphOf(body || mail.text)}</body></html>`
      : mail.html;
  return {
    ...mail,
    subject: texts?.subject ? filled(texts.subject, values) : mail.subject,
    text: body || mail.text,
    html: whole.replace(/<body[^>]*>/, (begin) => begin + head),
    from: { name: company.sender_name ?? name, address: company.sender_address ?? undefined },
    ...(company.reply_to && { replyTo: company.reply_to }),
  };
}
