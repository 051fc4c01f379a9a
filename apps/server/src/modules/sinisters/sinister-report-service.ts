import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { languages } from '@atalaia/phrases/phrases';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import { createPdfThreads } from '../../platform/pdf/pdf-threads.ts';
import type { Caller } from '../../visibility/caller.ts';
import { findImages } from './occurrences-queries.ts';
import type { ReportReader, SinisterReportData } from './report/report-data.ts';
import type { SinistersService } from './sinisters-service.ts';

export interface SinisterReportService {
  /** The report of a visible case as a PDF, in the caller's language, zone and units (SIN-13). */
  make(caller: Caller, sinisterId: number): Promise<Buffer>;
}

export interface SinisterReportParts {
  readonly kysely: Kysely<Schema>;
  readonly sinisters: Pick<SinistersService, 'read'>;
  readonly readServer: () => Promise<PublicServerSettings>;
  readonly nowMs?: () => number;
}

const program = new URL('../../workers/sinister-pdf.ts', import.meta.url);

export function createSinisterReportService(parts: SinisterReportParts): SinisterReportService {
  const { kysely, sinisters, readServer, nowMs = Date.now } = parts;
  const makeReport = createPdfThreads<SinisterReportData>(program);
  return {
    async make(caller, sinisterId) {
      const sinister = JSON.parse(await sinisters.read(caller, sinisterId)) as Sinister;
      const reader = readerOf(caller, await readServer());
      return makeReport(async () => ({
        sinister,
        images: await findImages(kysely, sinisterId),
        reader,
        issuedMs: nowMs(),
        issuedBy: caller.user.name,
      }));
    },
  };
}

/** The server's values or the person's, as the installation says (SET-01). */
function readerOf({ user }: Caller, server: PublicServerSettings): ReportReader {
  const attributes = user.attributes as Readonly<Record<string, unknown>>;
  const { timezone, twelveHourFormat, coordinateFormat, distanceUnit } = resolveSettings(server, {
    ...attributes,
    twelveHourFormat: user.twelve_hour_format,
    coordinateFormat: user.coordinate_format,
  });
  const language = languages.find((known) => known === attributes.language) ?? languages[0];
  return { language, timezone, twelveHourFormat, coordinateFormat, distanceUnit };
}
