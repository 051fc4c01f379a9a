import { createHash } from 'node:crypto';
import type {
  CompanyBody,
  CompanyConfiguration,
  CompanyInput,
  CompanyQuery,
  CompanyUpdate,
} from '@atalaia/contract/accounts/company';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { imageEndings, readImageHeader } from '../../platform/images/image-header.ts';
import { writeAudit } from '../../queries/audit.ts';
import { changeDetails, givenColumns } from '../../queries/columns.ts';
import type { Commit } from '../../queries/commit.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import { jsonList } from '../../queries/page.ts';
import { atRevision, readRevision, requireRevision } from '../../queries/revision.ts';
import type { CrudService } from '../../resources/crud-routes.ts';
import { readDependents } from '../../resources/removal/read-dependents.ts';
import { requireRemovable } from '../../resources/removal/removal.ts';
import type { Caller } from '../../visibility/caller.ts';
import {
  clearLogos,
  deleteCompany,
  describeCompanies,
  findCompanies,
  findCompany,
  findLogo,
  holdLogo,
  insertCompany,
  insertLogo,
  listCompanies,
  lockCompany,
  recordColumnsOf,
  type StoredLogo,
  updateCompany,
} from './companies-queries.ts';
import { type CompanyMails, type CompanyMailsParts, createCompanyMails } from './company-mails-service.ts';

const logoAddress = '/api/company/logos/';
/** Pixels of both edges (COM-01). */
const logoEdge = 350;

/**
 * An uploaded logo as it is stored: a PNG, JPEG or WebP by its bytes, exactly 350 × 350, named by what it was called and
 * by its content. Throws `unsupported-media-type` and `logo-dimensions`.
 */
function logoOf(called: string, bytes: Buffer): StoredLogo {
  const header = readImageHeader(bytes);
  if (!header) throw new AppError('unsupported-media-type', 'a logo must be a PNG, JPEG or WebP image');
  const { type, width, height } = header;
  if (width !== logoEdge || height !== logoEdge) {
    throw new AppError('logo-dimensions', `a logo must be ${logoEdge} × ${logoEdge} pixels`, {
      width,
      height,
    });
  }
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { name: `${slugOf(called)}-${digest}.${imageEndings[type]}`, type, bytes };
}

/** Letters and digits with hyphens between: `Águia Azul.png` → `aguia-azul`. */
function slugOf(called: string): string {
  const bare = called.replace(/\.[a-z0-9]+$/i, '').normalize('NFD');
  const slug = bare
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return slug.slice(0, 60).replace(/-+$/, '') || 'logo';
}

export interface VersionedCompany {
  readonly company: CompanyConfiguration;
  /** '' for the default brand, which nobody edits. */
  readonly revision: string;
}

export interface CompaniesService extends CompanyMails {
  /** An unknown label gets the default brand, whose id is 0 (ROLE-03). */
  read(label: string): Promise<VersionedCompany>;
  list(): Promise<CompanyConfiguration[]>;
  /** Throws `duplicate-label`, and `reference-not-found` for a logo that was not uploaded. */
  create(caller: Caller, input: CompanyInput & { readonly label: string }): Promise<CompanyConfiguration>;
  /** The old logo stays when none is chosen (COM-01). Throws `edited-meanwhile` when the revision is not `ifMatch`. */
  update(caller: Caller, label: string, input: CompanyUpdate, ifMatch?: string): Promise<VersionedCompany>;
  /** Where the logo is found from now on. One that no company takes is deleted after a day. */
  upload(caller: Caller, called: string, bytes: Buffer): Promise<string>;
  logo(name: string): Promise<StoredLogo>;
}

const table = 'company_configurations';

/** UNIT-05: the colour of a company that chose none. */
const defaultTheme = '#1293d1';

/** Throws `reference-not-found` for a picture that was not uploaded; it stays until the end of the transaction. */
export async function requireLogo(
  within: Kysely<Schema>,
  url: string | null | undefined,
  field = 'logoUrl',
): Promise<void> {
  if (!url) return;
  if (!(await holdLogo(within, url.slice(logoAddress.length)))) throw referenceRefusal(field);
}

export interface CompaniesParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
}

export function createCompaniesService(parts: CompanyMailsParts): CompaniesService {
  const { kysely, commit } = parts;
  async function reread(within: Kysely<Schema>, label: string): Promise<CompanyConfiguration> {
    const company = await findCompany(within, label);
    if (!company) throw notFound('company configuration', label);
    return company;
  }

  /** The revision is read first, as `atRevision` does. */
  async function withRevision(within: Kysely<Schema>, id: number, label: string): Promise<VersionedCompany> {
    const revision = await readRevision(within, table, id);
    return { company: await reread(within, label), revision };
  }

  return {
    async read(label) {
      const existing = await findCompany(kysely, label);
      if (existing) return withRevision(kysely, existing.id, label);
      const company = {
        id: 0,
        label,
        name: null,
        title: null,
        faviconUrl: null,
        logoUrl: null,
        theme: defaultTheme,
        androidAppUrl: null,
        iosAppUrl: null,
      };
      return { company, revision: '' };
    },

    list: () => listCompanies(kysely),

    create: (caller, input) =>
      commit(async (transaction) => {
        await requireLogo(transaction, input.logoUrl);
        await requireLogo(transaction, input.faviconUrl, 'faviconUrl');
        await insertCompany(transaction, columnsOf(input));
        const company = await reread(transaction, input.label);
        const objectId = company.id;
        const details = { label: company.label };
        await writeAudit(transaction, caller, { action: 'create', noun: 'company', objectId, details });
        return company;
      }),

    update: (caller, label, input, ifMatch) =>
      commit(async (transaction) => {
        const before = await findCompany(transaction, label, 'lock');
        if (!before) throw notFound('company configuration', label);
        await requireRevision(transaction, table, before.id, ifMatch, async () => JSON.stringify(before));
        if (input.id !== before.id) {
          throw fieldRefusal('invalid-input', { path: 'id', message: `must be ${before.id}` });
        }
        const logoUrl = input.logoUrl || before.logoUrl;
        if (logoUrl !== before.logoUrl) await requireLogo(transaction, logoUrl);
        await requireLogo(transaction, input.faviconUrl, 'faviconUrl');
        const nextLabel = input.label ?? before.label;
        await updateCompany(transaction, before.id, columnsOf({ ...input, label: nextLabel, logoUrl }));
        const details = { label: before.label, next: nextLabel };
        await writeAudit(transaction, caller, {
          action: 'update',
          noun: 'company',
          objectId: before.id,
          details,
        });
        return withRevision(transaction, before.id, nextLabel);
      }),

    upload: (caller, called, bytes) =>
      commit(async (transaction) => {
        const logo = logoOf(called, bytes);
        await insertLogo(transaction, logo);
        await clearLogos(transaction, logoAddress);
        const details = { name: logo.name };
        await writeAudit(transaction, caller, { action: 'upload', noun: 'company', details });
        return `${logoAddress}${logo.name}`;
      }),

    async logo(name) {
      const logo = await findLogo(kysely, name);
      if (!logo) throw notFound('logo', name);
      return logo;
    },

    ...createCompanyMails(parts),
  };
}

function columnsOf(
  input: Omit<CompanyInput, 'label' | 'logoUrl'> & { label: string; logoUrl: string | null },
) {
  return {
    label: input.label,
    name: input.name ?? null,
    logo_url: input.logoUrl,
    theme: input.theme.toLowerCase(),
    android_app_url: input.androidAppUrl ?? null,
    ios_app_url: input.iosAppUrl ?? null,
    ...givenColumns({ title: input.title, favicon_url: input.faviconUrl }),
  };
}

export type CompanyRecordsService = CrudService<CompanyBody, CompanyQuery>;

const noun = 'company';

export function createCompanyRecords({ kysely, commit }: CompaniesParts): CompanyRecordsService {
  return {
    list: async (_caller, query) =>
      jsonList(await findCompanies(kysely, query), (ids) => describeCompanies(kysely, ids)),

    read: (_caller, id) => recordAt(kysely, id),

    create: (caller, input) =>
      commit(async (transaction) => {
        await requirePictures(transaction, input);
        const objectId = await insertCompany(transaction, recordColumnsOf(input));
        const details = { label: input.label };
        await writeAudit(transaction, caller, { action: 'create', noun, objectId, details });
        return recordAt(transaction, objectId);
      }),

    update: (caller, id, input, ifMatch) =>
      commit(async (transaction) => {
        const before = await lockCompany(transaction, id);
        if (!before) throw notFound(noun, id);
        await requireRevision(transaction, 'company_configurations', id, ifMatch, () =>
          describe(transaction, id),
        );
        await requirePictures(transaction, input);
        const values = recordColumnsOf(input);
        // its texts as they are read, not as the column takes them
        const details = changeDetails(before, { ...values, mail_texts: input.mailTexts });
        await updateCompany(transaction, id, values);
        await writeAudit(transaction, caller, { action: 'update', noun, objectId: id, details });
        return recordAt(transaction, id);
      }),

    async dependents(caller, id) {
      await describe(kysely, id);
      return readDependents(kysely, caller, noun, id);
    },

    remove: (caller, id, request) =>
      commit(async (transaction) => {
        const before = await lockCompany(transaction, id);
        if (!before) throw notFound(noun, id);
        await requireRemovable(transaction, caller, { noun, id }, request);
        await deleteCompany(transaction, id);
        const details = { label: before.label };
        await writeAudit(transaction, caller, { action: 'remove', noun, objectId: id, details });
      }),
  };
}

async function requirePictures(within: Kysely<Schema>, { logoUrl, faviconUrl }: CompanyBody): Promise<void> {
  await requireLogo(within, logoUrl);
  await requireLogo(within, faviconUrl, 'faviconUrl');
}

async function describe(within: Kysely<Schema>, id: number): Promise<string> {
  const json = await describeCompanies(within, [id]);
  if (json === '') throw notFound(noun, id);
  return json;
}

const recordAt = (within: Kysely<Schema>, id: number) =>
  atRevision(within, 'company_configurations', id, () => describe(within, id));
