import type { AlarmDetail } from '@atalaia/contract/desk/alarm';
import { resolveSettings, type ServerValues } from '@atalaia/domain/catalog/settings';
import { languages } from '@atalaia/phrases/phrases';
import type { Kysely } from 'kysely';
import { AppError, notFound } from '../../errors/app-error.ts';
import type { DocumentQueue } from '../../platform/db/leases/document-queue.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { createPdfThreads } from '../../platform/pdf/pdf-threads.ts';
import { type Caller, requesterOf } from '../../visibility/caller.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import { describeAlarm } from './alarm-detail-presenter.ts';
import { commandsDuring } from './alarm-report-queries.ts';
import { isAlarmVisible } from './alarms-queries.ts';
import type { AlarmDocumentData } from './document/alarm-document.ts';
import { customerHistory } from './document/customer-history.ts';

export interface AlarmDocumentParts {
  readonly kysely: Kysely<Schema>;
  readonly companies: Pick<CompaniesService, 'read' | 'logo'>;
  readonly readServer: () => Promise<ServerValues>;
  readonly documentQueue: DocumentQueue;
  readonly nowMs?: () => number;
}

export interface AlarmDocumentService {
  /**
   * The history of an alarm for its customer as a PDF, in the caller's language and zone, with the brand of the company of
   * this host (PROC-05). Throws `not-found`, and `forbidden` for one that is no single customer's, or that duress opened.
   */
  make(caller: Caller, alarmId: number, hostname: string): Promise<Buffer>;
}

const program = new URL('../../workers/alarm-pdf.ts', import.meta.url);

export function createAlarmDocument(parts: AlarmDocumentParts): AlarmDocumentService {
  const { kysely, companies, readServer, nowMs = Date.now } = parts;
  const makePdf = createPdfThreads<AlarmDocumentData>(program, parts.documentQueue);

  async function brandOf(hostname: string): Promise<AlarmDocumentData['brand']> {
    const { company } = await companies.read(hostname.split('.', 1)[0] ?? '');
    const name = company.logoUrl?.split('/').at(-1);
    return { theme: company.theme, logo: name ? (await companies.logo(name)).bytes : undefined };
  }

  return {
    async make(caller, alarmId, hostname) {
      if (!(await isAlarmVisible(kysely, caller, alarmId))) throw notFound('alarm', alarmId);
      const detail = JSON.parse(await describeAlarm(kysely, caller, alarmId)) as AlarmDetail;
      if (detail.kind === 'massFault' || detail.callReason === 'duress') {
        throw new AppError('forbidden', 'this alarm has no document for a customer');
      }
      const attributes = caller.user.attributes as Readonly<Record<string, unknown>>;
      const { timezone, twelveHourFormat } = resolveSettings(await readServer(), {
        ...attributes,
        twelveHourFormat: caller.user.twelve_hour_format,
      });
      return makePdf(requesterOf(caller), async () => ({
        history: customerHistory(detail, await commandsDuring(kysely, alarmId)),
        language: languages.find((known) => known === attributes.language) ?? languages[0],
        ...{ timezone, twelveHourFormat, brand: await brandOf(hostname), issuedMs: nowMs() },
      }));
    },
  };
}
