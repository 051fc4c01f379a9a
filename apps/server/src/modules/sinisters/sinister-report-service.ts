import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import type { Sinister, TrailPlace } from '@atalaia/contract/sinisters/sinister';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { languages } from '@atalaia/phrases/phrases';
import type { Kysely } from 'kysely';
import type { DocumentQueue } from '../../platform/db/leases/document-queue.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { smallerImage } from '../../platform/images/smaller-image.ts';
import { createPdfThreads } from '../../platform/pdf/pdf-threads.ts';
import { type Caller, requesterOf } from '../../visibility/caller.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import { findImages, occurrencesWithImages } from './occurrences-queries.ts';
import type { ReportBrand, ReportImage, ReportReader, SinisterReportData } from './report/report-data.ts';
import type { SinistersService } from './sinisters-service.ts';

export interface SinisterReportService {
  /** The report of a visible case as a PDF, in the caller's language, zone and units, with the brand of the host (SIN-13). */
  make(caller: Caller, sinisterId: number, hostname: string): Promise<Buffer>;
}

export interface SinisterReportParts {
  readonly kysely: Kysely<Schema>;
  readonly sinisters: Pick<SinistersService, 'read' | 'trail'>;
  readonly companies: Pick<CompaniesService, 'read' | 'logo'>;
  readonly readServer: () => Promise<PublicServerSettings>;
  readonly documentQueue: DocumentQueue;
  readonly nowMs?: () => number;
}

const program = new URL('../../workers/sinister-pdf.ts', import.meta.url);

export function createSinisterReportService(parts: SinisterReportParts): SinisterReportService {
  const { kysely, sinisters, companies, readServer, nowMs = Date.now } = parts;
  const makeReport = createPdfThreads<SinisterReportData>(program, parts.documentQueue);
  return {
    async make(caller, sinisterId, hostname) {
      const sinister = JSON.parse(await sinisters.read(caller, sinisterId)) as Sinister;
      const reader = readerOf(caller, await readServer());
      return makeReport(requesterOf(caller), async () => ({
        sinister,
        images: await printedImages(kysely, sinisterId),
        trail: await trailOf(sinisters, caller, sinisterId),
        brand: await brandOf(companies, hostname),
        reader,
        issuedMs: nowMs(),
        issuedBy: caller.user.name,
      }));
    },
  };
}

/** Pixels of the longer edge: 200 dots an inch over the width of the page. */
const printedEdge = 1600;

/** One after another: what was stored before images were made smaller may be large. */
async function printedImages(kysely: Kysely<Schema>, sinisterId: number): Promise<readonly ReportImage[]> {
  const images: ReportImage[] = [];
  for (const occurrenceId of await occurrencesWithImages(kysely, sinisterId)) {
    const [image] = await findImages(kysely, sinisterId, occurrenceId);
    if (!image) continue;
    images.push({ occurrenceId, bytes: (await smallerImage(image.bytes, printedEdge)) ?? Buffer.alloc(0) });
  }
  return images;
}

/** A page shows no more places of a way. */
const mostPlaces = 4000;

async function trailOf(
  sinisters: SinisterReportParts['sinisters'],
  caller: Caller,
  sinisterId: number,
): Promise<readonly number[]> {
  let json = '';
  for await (const piece of sinisters.trail(caller, sinisterId)) json += piece;
  const places = JSON.parse(`[${json}]`) as readonly TrailPlace[];
  const step = Math.max(1, Math.ceil(places.length / mostPlaces));
  return places
    .filter((_, at) => at % step === 0 || at === places.length - 1)
    .flatMap(({ longitude, latitude }) => [longitude, latitude]);
}

async function brandOf(companies: SinisterReportParts['companies'], hostname: string): Promise<ReportBrand> {
  const [label = ''] = hostname.split('.');
  const { theme, logoUrl } = (await companies.read(label)).company;
  const logo = logoUrl ? await companies.logo(logoUrl.split('/').at(-1) ?? '') : undefined;
  return { theme, logo: logo?.bytes };
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
