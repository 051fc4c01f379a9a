import { storageSchema } from '@atalaia/contract/server/storage';
import type { App } from '../../platform/http/app-type.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { StorageService } from './storage-service.ts';

const route = routeOptions('server');

export function storageRoutes(app: App, storage: StorageService): void {
  app.get(
    '/server/storage',
    route('administrator', 'Tells of the newest backup, and of the room on the disks', {
      answer: storageSchema,
    }),
    () => storage.read(),
  );
}
