import {
  type ImportNoun,
  importFileTypes,
  importNounSchema,
  importPreviewSchema,
  importQuerySchema,
  importResultSchema,
  importTemplateQuerySchema,
  largestImportFile,
} from '@atalaia/contract/reports/import';
import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import { z } from 'zod';
import { AppError } from '../../errors/app-error.ts';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { disconnectSignal } from '../../platform/http/connections/disconnect.ts';
import type { Sent } from '../../platform/http/json-text.ts';
import type { Access } from '../../platform/http/route-access.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { ImportsService } from './imports-service.ts';

const route = routeOptions('imports');

/** As those who may create one of them. */
const writing: Readonly<Record<ImportNoun, Access>> = {
  devices: 'device-writer',
  customers: 'writer',
  base: 'device-writer',
};

const words: Readonly<Record<ImportNoun, string>> = {
  devices: 'devices',
  customers: 'customers',
  base: 'customers with their devices and users, linked',
};

const templateNames: Readonly<Record<ImportNoun, string>> = {
  devices: 'modelo-dispositivos.xlsx',
  customers: 'modelo-clientes.xlsx',
  base: 'modelo-base.xlsx',
};

/** Imports of devices and customers: the template, and the file as the body, looked at or saved. */
export async function importsRoutes(app: App, imports: ImportsService): Promise<void> {
  app.addContentTypeParser(
    [...importFileTypes],
    { parseAs: 'buffer', bodyLimit: largestImportFile },
    (_request, body, done) => done(null, body),
  );

  for (const noun of importNounSchema.options) {
    const access = writing[noun];
    app.get(
      `/imports/${noun}/template`,
      route(
        { access, answerTypes: [spreadsheetType] },
        `Makes a spreadsheet to fill in with ${words[noun]}`,
        {
          querystring: importTemplateQuerySchema,
        },
      ),
      async (request, reply) => {
        const bytes = await imports.template(callerOf(request), noun, request.query);
        return reply
          .header('content-disposition', `attachment; filename="${templateNames[noun]}"`)
          .type(spreadsheetType)
          .send(bytes);
      },
    );
    app.post(
      `/imports/${noun}`,
      route(
        { access, takesTypes: importFileTypes },
        `Creates ${words[noun]} from a spreadsheet, all or none; \`preview=true\` lists every error and creates none`,
        {
          querystring: importQuerySchema,
          bodyLimit: largestImportFile,
          answer: z.union([importPreviewSchema, importResultSchema]),
        },
      ),
      async (request, reply) => {
        const work = request.query.preview === 'true' ? imports.preview : imports.save;
        // a body of its own, which is handed over to the thread that reads it
        const file = new Uint8Array(bytesOf(request.body));
        const disconnected = disconnectSignal(reply);
        return work(callerOf(request), noun, file, request.query, disconnected).catch((error: unknown) => {
          // nobody is left to be answered
          if (disconnected.aborted) return reply.hijack() as Sent;
          throw error;
        });
      },
    );
  }
}

/** A request may come without a body at all: a file of nothing. */
function bytesOf(body: unknown): Uint8Array {
  if (body === undefined) return new Uint8Array();
  if (body instanceof Uint8Array) return body;
  throw new AppError('unsupported-media-type', 'the body must be a spreadsheet: xlsx or csv');
}
