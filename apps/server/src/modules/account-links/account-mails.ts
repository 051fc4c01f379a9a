/** What a person is written about his account, in his language, where mail is set up. */
import { browserNamesOf } from '@atalaia/contract/accounts/session';
import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { type Language, languageRead } from '@atalaia/phrases/languages';
import { say } from '@atalaia/phrases/say';
import type { Logger } from 'pino';
import type { Channels } from '../../platform/outbound/channels.ts';
import type { Mail } from '../../platform/outbound/mail/mailer.ts';
import type { AccountAct, TellAccount, UserRow } from '../../visibility/caller.ts';
import type { BrandMail, OwnTexts } from '../companies/company-mails-service.ts';

export interface AccountMailsParts {
  readonly channels: Pick<Channels, 'mailer'>;
  /** In the brand of the company whose he is. */
  readonly brandMail: BrandMail;
  /** Address of the web interface: a link in a mail is never made of what a request says. */
  readonly publicUrl: string | undefined;
  /** Whether a person is mailed after a sign-in from a new place. */
  readonly tellsNewPlaces: boolean;
  readonly readServer: () => Promise<PublicServerSettings>;
  readonly nowMs: () => number;
  readonly log: Pick<Logger, 'warn'>;
}

/** Each act returns at once; a mail that does not get through is told in the log. */
export interface AccountMails {
  /** Work that ends with a mail. */
  leave(work: Promise<void>): void;
  readonly tell: TellAccount;
  /** That his account was signed in to from where nobody knows him. */
  tellNewPlace(user: UserRow, from: { readonly address: string; readonly userAgent: string | null }): void;
  tellChanged(user: UserRow): void;
  /** That of a link of his, which is not sent by it. */
  writeLink(user: UserRow, kind: 'reset' | 'invitation', url: string): Promise<Mail>;
  /** Resolves when what was to be sent has left, or will not. */
  settled(): Promise<void>;
}

export function createAccountMails(parts: AccountMailsParts): AccountMails {
  const { channels, publicUrl, readServer, nowMs, log } = parts;
  const leaving = new Set<Promise<void>>();

  function leave(work: Promise<void>): void {
    const done = work
      .catch((err: unknown) => log.warn({ err }, 'a mail about an account was not sent'))
      .finally(() => leaving.delete(done));
    leaving.add(done);
  }

  const attributesOf = (user: UserRow) => user.attributes as Readonly<Record<string, unknown>>;

  async function languageOf(user: UserRow): Promise<Language> {
    return languageRead(attributesOf(user), (await readServer()).attributes);
  }

  async function timeFor(user: UserRow, language: Language): Promise<string> {
    const { timezone } = resolveSettings(await readServer(), { timezone: attributesOf(user).timezone });
    const format = { dateStyle: 'short', timeStyle: 'short', timeZone: timezone } as const;
    return new Intl.DateTimeFormat(language, format).format(nowMs());
  }

  async function sendTo(user: UserRow, subject: string, text: string): Promise<void> {
    const mail = await parts.brandMail(user.id, { to: user.email, subject, text });
    await channels.mailer?.send(mail);
  }

  async function writeWithLink(
    user: UserRow,
    kind: 'reset' | 'invitation' | 'changed',
    url?: string,
  ): Promise<Mail> {
    const language = await languageOf(user);
    const link = url === undefined ? '' : `\n\n${url}`;
    const text = `${say(language, `accountMail.${kind}Text`, { name: user.name })}${link}\n`;
    const own: OwnTexts | undefined =
      kind === 'changed' ? undefined : { kind, values: { name: user.name, link: url ?? '' } };
    const subject = say(language, `accountMail.${kind}Subject`);
    return parts.brandMail(user.id, { to: user.email, subject, text }, own);
  }

  /** Where he sets a new password, if that is known. */
  const access = publicUrl === undefined ? '' : `\n\n${publicUrl}/access`;

  async function mailActs(user: UserRow, acts: readonly AccountAct[]): Promise<void> {
    const language = await languageOf(user);
    const time = await timeFor(user, language);
    const told = acts.map((act) => say(language, `accountMail.act.${act}`)).join(' ');
    const text = say(language, 'accountMail.actsText', { name: user.name, time, acts: told });
    const subject = say(language, 'accountMail.actsSubject');
    await sendTo(user, subject, `${text}${access}\n`);
  }

  async function mailNewPlace(user: UserRow, address: string, userAgent: string | null): Promise<void> {
    const language = await languageOf(user);
    const time = await timeFor(user, language);
    const names = browserNamesOf(userAgent ?? '');
    const program = names ? [names.browser, names.system].filter(Boolean).join(', ') : '—';
    const text = say(language, 'accountMail.newPlaceText', { name: user.name, time, address, program });
    const subject = say(language, 'accountMail.newPlaceSubject');
    await sendTo(user, subject, `${text}${access}\n`);
  }

  return {
    leave,

    tell(user, acts) {
      if (channels.mailer && acts.length > 0) leave(mailActs(user, acts));
    },

    tellNewPlace(user, { address, userAgent }) {
      if (channels.mailer && parts.tellsNewPlaces) leave(mailNewPlace(user, address, userAgent));
    },

    tellChanged(user) {
      const mailChanged = async () => channels.mailer?.send(await writeWithLink(user, 'changed'));
      if (channels.mailer) leave(mailChanged());
    },

    writeLink: writeWithLink,

    async settled() {
      await Promise.all(leaving);
    },
  };
}
