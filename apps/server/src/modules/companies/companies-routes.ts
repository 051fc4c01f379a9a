import {
  type CompanyConfiguration,
  companyBodySchema,
  companyConfigurationSchema,
  companyInputSchema,
  companyLabelSchema,
  companyMailTrialSchema,
  companyQuerySchema,
  companySchema,
  companyUpdateSchema,
  uploadedLogoSchema,
} from '@atalaia/contract/accounts/company';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import multipart from '@fastify/multipart';
import { z } from 'zod';
import { AppError, fieldRefusal } from '../../errors/app-error.ts';
import type { App, Reply, Request } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { etag } from '../../platform/http/route-access.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import { crudRoutes } from '../../resources/crud-routes.ts';
import type { CompaniesService, CompanyRecordsService, VersionedCompany } from './companies-service.ts';

const largestLogoBytes = 1024 * 1024;

/** `POST company/configurations/upload`: multipart with one file, the image, and what it is called in `name`. */
async function logoUploadRoute(app: App, companies: CompaniesService): Promise<void> {
  await app.register(multipart, {
    attachFieldsToBody: false,
    limits: { fileSize: largestLogoBytes, files: 1, fields: 10, fieldSize: 255, parts: 11 },
  });
  app.post(
    '/company/configurations/upload',
    route({ access: 'administrator', takesFile: true }, 'Uploads a logo of 350 by 350 pixels', {
      bodyLimit: largestLogoBytes + 64 * 1024,
      answer: uploadedLogoSchema,
    }),
    async (request) => {
      const caller = callerOf(request);
      if (!request.isMultipart()) throw new AppError('unsupported-media-type', 'must be multipart/form-data');
      const { called, bytes } = await readParts(request);
      if (!bytes?.length) throw new AppError('logo-missing', 'the body holds no image');
      return { logoUrl: await companies.upload(caller, called, bytes) };
    },
  );
}

/** The image, and what it is called; throws a refusal of a body that is not what its content type says. */
async function readParts(request: Request): Promise<{ called: string; bytes: Buffer | undefined }> {
  let called: string | undefined;
  let bytes: Buffer | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        // clients name this field as they like: `file`, `attachment`
        bytes = await part.toBuffer();
        called ??= part.filename;
      } else if (part.fieldname === 'name' && typeof part.value === 'string') {
        called = part.value;
      }
    }
  } catch (error) {
    // fastify's own refusals have a status; without one the reader could not follow the body: no boundary, no end
    if (!(error instanceof Error) || 'statusCode' in error) throw error;
    throw new AppError('invalid-input', `The body is no multipart/form-data: ${error.message}`);
  }
  return { called: called ?? '', bytes };
}

const route = routeOptions('company');
const params = z.object({ label: z.string().min(1).max(253) });
const logoParams = z.object({ name: z.string().min(1).max(255) });

const answerTypes = ['image/png', 'image/jpeg', 'image/webp'];

/** A logo's name follows from its content: so the content of an address never changes. */
const immutableCache = 'public, max-age=31536000, immutable';

export async function companiesRoutes(
  app: App,
  companies: CompaniesService,
  records: CompanyRecordsService,
): Promise<void> {
  app.get(
    '/company/configurations/:label',
    route(
      { access: 'public', answerHeaders: [etag] },
      'Reads the branding of a company, by the first label of its host name',
      { params, answer: companyConfigurationSchema },
    ),
    async (request, reply) => send(reply, await companies.read(request.params.label)),
  );
  app.get(
    '/company/configurations',
    route('administrator', 'Lists the branding of all companies', {
      answer: z.array(companyConfigurationSchema),
    }),
    () => companies.list(),
  );
  app.post(
    '/company/configurations',
    route('administrator', 'Creates the branding of a company', {
      body: companyInputSchema,
      answer: companyConfigurationSchema,
    }),
    (request) => {
      const label = request.body.label ?? labelOfHost(request.hostname);
      return companies.create(callerOf(request), { ...request.body, label });
    },
  );
  app.put(
    '/company/configurations/:label',
    route(
      { access: 'administrator', answerHeaders: [etag], takesRevision: true },
      'Changes the branding of a company',
      { params, body: companyUpdateSchema, answer: companyConfigurationSchema },
    ),
    async (request, reply) => {
      const { params, body, headers } = request;
      return send(reply, await companies.update(callerOf(request), params.label, body, headers['if-match']));
    },
  );
  app.get(
    '/company/logos/:name',
    route({ access: 'public', answerTypes }, 'Reads the logo of a company', { params: logoParams }),
    async (request, reply) => {
      const { type, bytes } = await companies.logo(request.params.name);
      return reply.header('cache-control', immutableCache).type(type).send(bytes);
    },
  );
  await app.register((scope: App) => logoUploadRoute(scope, companies));
  app.post(
    '/companies/:id/mail-trial',
    route(
      { access: 'administrator', refusals: [409, 502] },
      'Mails the caller what a mail of a company would look like',
      {
        params: idParamsSchema,
        body: companyMailTrialSchema,
        answer: null,
      },
    ),
    (request) => companies.tryMail(callerOf(request), Number(request.params.id), request.body),
  );
  crudRoutes(app, {
    path: '/companies',
    one: 'a company',
    list: 'the companies of the installation, by label',
    schema: companySchema,
    inputSchema: companyBodySchema,
    querySchema: companyQuerySchema,
    reading: 'administrator',
    writing: 'administrator',
    service: records,
  });
}

function send(reply: Reply, { company, revision }: VersionedCompany): CompanyConfiguration {
  if (revision !== '') reply.header('etag', revision);
  return company;
}

/** The first label of the host (AUTH-10); a bare address has none, and then it must be given. */
function labelOfHost(hostname: string): string {
  const isAddress = /^[\d.]+$|:/.test(hostname);
  const label = companyLabelSchema.safeParse(isAddress ? '' : hostname.split('.', 1)[0]?.toLowerCase());
  if (label.success) return label.data;
  throw fieldRefusal('invalid-input', { path: 'label', message: 'is missing, and the host has none' });
}
