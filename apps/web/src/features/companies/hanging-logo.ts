import type { TextStorage } from '../../lib/storage/browser-storage.ts';

const key = 'atalaia.hanging-logo';

/** Whether this logo did not load before, in this browser session: it is not waited for again (AUTH-10). */
export function isHangingLogo(storage: TextStorage, url: string): boolean {
  return storage.getItem(key) === url;
}

export function storeHangingLogo(storage: TextStorage, url: string): void {
  storage.setItem(key, url);
}
