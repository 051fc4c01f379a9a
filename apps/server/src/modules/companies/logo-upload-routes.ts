import { uploadedLogoSchema } from '@atalaia/contract/company';
import multipart from '@fastify/multipart';
import { AppError } from '../../app-error.ts';
import type { App } from '../../http/app-type.ts';
import { callerOf } from '../../http/authentication.ts';
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
      schema: { tags: ['company'], response: { 200: uploadedLogoSchema } },
    },
    async (request) => {
      const caller = callerOf(request);
      if (!request.isMultipart()) throw new AppError('unsupported-media-type', 'must be multipart/form-data');
      let called: string | undefined;
      let bytes: Buffer | undefined;
      for await (const part of request.parts()) {
        if (part.type === 'file') {
          // clients name this field as they like: `file`, `attachment`
          bytes = await part.toBuffer();
          called ??= part.filename;
        } else if (part.fieldname === 'name' && typeof part.value === 'string') {
          called = part.value;
        }
      }
      if (!bytes?.length) throw new AppError('logo-missing', 'the body holds no image');
      return { logoUrl: await companies.upload(caller, called ?? '', bytes) };
    },
  );
}
