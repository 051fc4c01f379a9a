/** Addresses of links that were made on this page: the server sends each of them once, and nobody else can (SHARE-02). */
import type { NewShare } from './api/share-devices.ts';

const links = new Map<number, string>();

export function linkOf({ token }: Pick<NewShare, 'token'>): string {
  return `${window.location.origin}/shared/${token}`;
}

/** To be copied again as long as the page is not loaded again; it is kept nowhere else. */
export function rememberLink(share: Pick<NewShare, 'id' | 'token'>): void {
  links.set(share.id, linkOf(share));
}

export function rememberedLink(shareId: number): string | undefined {
  return links.get(shareId);
}
