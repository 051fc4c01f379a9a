import { uploadedLogoSchema } from '@atalaia/contract/company';
import multipart from '@fastify/multipart';
import { AppError } from '../../app-error.ts';
import type { App } from '../../http/app-type.ts';
import { callerOf } from '../../http/authentication.ts';
import type { CompaniesService } from './companies-service.ts';

const largestLogoBytes = 1024 * 1024;

/** The image is `file`; the source's own client calls it an attachment. */
const imageFields: ReadonlySet<string> = new Set(['file', 'attachment']);

/** `POST company/configurations/upload`: multipart with the image in `file` and what it is called in `name`. */
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
          if (imageFields.has(part.fieldname)) {
            bytes = await part.toBuffer();
            called ??= part.filename;
          } else {
            part.file.resume();
          }
        } else if (part.fieldname === 'name' && typeof part.value === 'string') {
          called = part.value;
        }
      }
      if (!bytes?.length) throw new AppError('logo-missing', 'the field `file` holds no image');
      return { logoUrl: await companies.upload(caller, called ?? '', bytes) };
    },
  );
}
