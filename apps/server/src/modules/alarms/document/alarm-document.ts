/** The history of an alarm as a PDF for the customer, in the company's colour and with its logo (PROC-05). */
import { formatInstant } from '@atalaia/domain/time/dates';
import { hasPhrase, type Language, type PhraseKey } from '@atalaia/phrases/phrases';
import { say } from '@atalaia/phrases/say';
import { fonts, newPen, printable } from '../../../platform/pdf/pdf-fonts.ts';
import { bytesOf, createSheet, pictureOf } from '../../../platform/pdf/sheet.ts';
import type { CustomerAct, CustomerHistory } from './customer-history.ts';

export interface AlarmDocumentData {
  readonly history: CustomerHistory;
  readonly language: Language;
  readonly timezone: string;
  readonly twelveHourFormat: boolean;
  readonly brand: { readonly theme: string; readonly logo: Uint8Array | undefined };
  /** ms since 1970 UTC. */
  readonly issuedMs: number;
}

/** Points. */
const bandHeight = 8;
const logoEdge = 56;

export async function alarmDocument(data: AlarmDocumentData): Promise<Buffer> {
  const { history, language, brand, issuedMs } = data;
  const text = (key: PhraseKey, values?: Readonly<Record<string, string | number>>) =>
    say(language, key, values);
  const named = (key: string, other: string) => (hasPhrase(key) ? text(key) : other);
  const date = (instant: string | null) =>
    formatInstant(
      instant === null ? null : Date.parse(instant),
      'display',
      data.timezone,
      data.twelveHourFormat,
    );
  const title = `${text('alarmDocument.title')} ${history.id}`;
  const pen = newPen(title, language, issuedMs);
  const written = bytesOf(pen);
  const sheet = createSheet(pen);
  const issued = text('alarmDocument.issuedAt', { date: date(new Date(issuedMs).toISOString()) });
  writeBrand(pen, brand);
  pen
    .font(fonts.bold)
    .fontSize(18)
    .fillColor('#22262b')
    .text(printable(title), { width: sheet.width - logoEdge - 12 });
  sheet.paragraph(issued);
  pen.y = Math.max(pen.y, 36 + logoEdge);

  sheet.heading(text('alarmDocument.what'));
  sheet.values([
    [text('alarmDocument.alarm'), titleOf(history, named)],
    [text('alarmDocument.vehicle'), [history.plate, history.deviceName].filter(Boolean).join(' · ')],
    [text('alarmDocument.customer'), history.customerName],
    [text('alarmDocument.opened'), date(history.openedAt)],
    [
      text('alarmDocument.closed'),
      history.closedAt === null ? text('alarmDocument.open') : date(history.closedAt),
    ],
    [text('alarmDocument.outcome'), history.outcome && outcomeOf(history.outcome, text)],
    [text('alarmDocument.place'), history.address],
  ]);
  if (history.events.length > 0) {
    sheet.heading(text('alarmDocument.events', { count: history.events.length }));
    sheet.lines(
      history.events.map(({ at, type, alarm, address }) => [
        date(at),
        [alarm ? named(`alarm.${alarm}`, alarm) : named(`eventType.${type}`, type), address]
          .filter(Boolean)
          .join(' · '),
      ]),
    );
  }
  sheet.heading(text('alarmDocument.done'));
  sheet.lines(history.acts.map((act) => [date(act.at), actText(act, text, named)]));
  if (sheet.isLacking()) sheet.paragraph(text('document.lackingLetters'));
  sheet.foot((page, pages) => `${text('sinisterReport.page', { page, pages })}  ·  ${title}  ·  ${issued}`);
  pen.end();
  return written;
}

/** A logo that cannot be drawn is left out: the document is about the alarm. */
function writeBrand(pen: PDFKit.PDFDocument, { theme, logo }: AlarmDocumentData['brand']): void {
  pen.rect(0, 0, pen.page.width, bandHeight).fill(theme);
  const picture = logo && pictureOf(Buffer.from(logo));
  if (!picture) return;
  const { width, margins } = pen.page;
  pen.image(picture.bytes, width - margins.right - logoEdge, 30, { fit: [logoEdge, logoEdge] });
}

type Say = (key: PhraseKey, values?: Readonly<Record<string, string | number>>) => string;
type Named = (key: string, other: string) => string;

function titleOf({ callReason, alarm, eventType, ruleName }: CustomerHistory, named: Named): string {
  if (callReason !== null) return named(`callReason.${callReason}`, callReason);
  if (alarm) return named(`alarm.${alarm}`, alarm);
  if (eventType) return named(`eventType.${eventType}`, eventType);
  return ruleName ?? '';
}

/** An outcome that ships has its text in each language, by the name that it has in Portuguese. */
function outcomeOf(name: string, text: Say): string {
  const shipped = (
    ['confirmed', 'falseAlarm', 'test', 'customerError', 'noContact', 'handled'] as const
  ).find((key) => say('pt-BR', `alarmOutcome.${key}`) === name);
  return shipped ? text(`alarmOutcome.${shipped}`) : name;
}

function actText({ act, of = '', outcome = '' }: CustomerAct, text: Say, named: Named): string {
  if (act === 'call') {
    return text('alarmDocument.call', { name: of, outcome: named(`tryOutcome.${outcome}`, outcome) });
  }
  if (act === 'command') {
    const command = named(`commandType.${of}`, of);
    return text('alarmDocument.command', { command, state: named(`commandState.${outcome}`, outcome) });
  }
  return text(`alarmDocument.act.${act}`);
}
