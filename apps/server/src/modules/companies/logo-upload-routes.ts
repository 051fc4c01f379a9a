import { uploadedLogoSchema } from '@atalaia/contract/accounts/company';
import multipart from '@fastify/multipart';
import { AppError } from '../../errors/app-error.ts';
import type { App, Request } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import type { CompaniesService } from './companies-service.ts';

const largestLogoBytes = 1024 * 1024;

/** `POST company/configurations/upload`: multipart with one file, the image, and what it is called in `name`. */
export async function logoUploadRoute(app: App, companies: CompaniesService): Promise<void> {
  await app.register(multipart, {
    attachFieldsToBody: false,
    limits: { fileSize: largestLogoBytes, files: 1, fields: 10, fieldSize: 255, parts: 11 },
  });
  app.post(
    '/company/configurations/upload',
    {
      config: { access: 'administrator', takesFile: true },
      // the head of a multipart body and its fields come on top of the image
      bodyLimit: largestLogoBytes + 64 * 1024,
      schema: {
        summary: 'Uploads a logo of 350 by 350 pixels',
        tags: ['company'],
        response: { 200: uploadedLogoSchema },
      },
    },
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
