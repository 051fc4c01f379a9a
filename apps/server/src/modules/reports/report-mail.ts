import { formatInstant } from '@atalaia/domain/dates';
import { say } from '@atalaia/phrases/say';
import type { Mail } from '../../integrations/mail/mailer.ts';
import { reportFile } from './report-file.ts';
import type { ReportRequest, SheetReader } from './rows/report-request.ts';
import { sheetTitles } from './sheet/sheet-columns.ts';

/** The mail that brings a spreadsheet, in the words and the zone of who asked for it. */
export function reportMail(
  to: string,
  { kind, fromMs, toMs }: ReportRequest,
  { language, settings }: SheetReader,
  content: Buffer,
): Mail {
  const { timezone, twelveHourFormat } = settings;
  const title = say(language, sheetTitles[kind]);
  const shown = (timeMs: number) => formatInstant(timeMs, 'display', timezone, twelveHourFormat);
  return {
    to,
    subject: say(language, 'report.mailSubject', { title }),
    text: say(language, 'report.mailText', { title, from: shown(fromMs), to: shown(toMs), zone: timezone }),
    attachments: [{ filename: reportFile.name, contentType: reportFile.type, content }],
  };
}
