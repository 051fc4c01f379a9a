import {
  bulkDevicesSchema,
  deviceInputSchema,
  deviceQuerySchema,
  deviceSchema,
  largestImageBytes,
} from '@atalaia/contract/devices/device';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import { AppError } from '../../errors/app-error.ts';
import type { App, Reply } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { BulkChangesService } from '../../resources/bulk/bulk-changes-service.ts';
import { crudRoutes } from '../../resources/crud-routes.ts';
import type { ListSheet } from '../../resources/list-sheet.ts';
import type { DeviceImages } from './device-images-service.ts';
import type { DevicesService } from './devices-service.ts';

const route = routeOptions('devices');
const imageTypes = ['image/png', 'image/jpeg'];
const mediaParams = z.object({
  uniqueId: z.string().min(1).max(255),
  file: z.string().regex(/^device\.\w+$/),
});

/** `POST devices/{id}/image`, its body the image itself; `media` is where clients of the field look for it. */
export function deviceImageRoutes(app: App, images: DeviceImages): void {
  app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post(
    '/devices/:id/image',
    route(
      { access: 'device-writer', takesTypes: imageTypes, answerTypes: ['text/plain'] },
      'Uploads the picture of a device: PNG or JPEG',
      { params: idParamsSchema, bodyLimit: largestImageBytes + 1024 },
    ),
    async (request, reply) => {
      const { body } = request;
      if (!Buffer.isBuffer(body)) throw new AppError('unsupported-media-type', 'must be an image');
      return reply
        .type('text/plain')
        .send(await images.upload(callerOf(request), Number(request.params.id), body));
    },
  );
  app.get(
    '/devices/:id/image',
    route({ access: 'signed-in', answerTypes: imageTypes }, 'Reads the picture of a device', {
      params: idParamsSchema,
    }),
    async (request, reply) => send(reply, await images.read(callerOf(request), Number(request.params.id))),
  );
  app.get(
    '/media/:uniqueId/:file',
    route(
      { access: 'signed-in', answerTypes: imageTypes },
      'Reads the picture of a device by its identifier',
      {
        params: mediaParams,
      },
    ),
    async (request, reply) => send(reply, await images.read(callerOf(request), request.params.uniqueId)),
  );
}

const send = (reply: Reply, { type, bytes }: { readonly type: string; readonly bytes: Buffer }) =>
  reply.header('cache-control', 'private, no-cache').type(type).send(bytes);

export function devicesRoutes(
  app: App,
  service: DevicesService,
  bulk: BulkChangesService,
  makeSheet: ListSheet['make'],
): void {
  crudRoutes(app, {
    path: '/devices',
    one: 'a device',
    list: 'the devices that the caller may see, by name',
    schema: deviceSchema,
    inputSchema: deviceInputSchema,
    querySchema: deviceQuerySchema,
    writing: 'device-writer',
    service,
    sheet: { name: 'dispositivos.xlsx', make: makeSheet },
    bulk: { noun: 'device', inputSchema: bulkDevicesSchema, service: bulk },
  });
}
