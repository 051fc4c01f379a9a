import { storageSchema } from '@atalaia/contract/server/storage';
import type { App } from '../../platform/http/app-type.ts';
import type { StorageService } from './storage-service.ts';

export function storageRoutes(app: App, storage: StorageService): void {
  app.get(
    '/server/storage',
    {
      config: { access: 'administrator' },
      schema: {
        summary: 'Tells of the newest backup, and of the room on the disks',
        tags: ['server'],
        response: { 200: storageSchema },
      },
    },
    () => storage.read(),
  );
}
