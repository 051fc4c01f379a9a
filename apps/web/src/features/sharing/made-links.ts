import { newLocationShareSchema } from '@atalaia/contract/accounts/location';
import type { z } from 'zod';
import type { ApiWriter } from '../../lib/api/api-client.ts';

/** Addresses of links that were made on this page: the server sends each of them once, and nobody else can (SHARE-02). */

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

export type NewShare = z.infer<typeof newLocationShareSchema>;

/** For how long a link is to live, and what it shows beside where a device is. */
export interface ShareWish {
  readonly hours: number;
  readonly showsName: boolean;
  /** The way from now on. */
  readonly showsTrail: boolean;
}

/** Makes a public link to where devices are; its token is returned this once. */
export function shareDevices(
  api: ApiWriter,
  deviceUniqueIds: readonly string[],
  { hours, ...shown }: ShareWish,
): Promise<NewShare> {
  const expiration = new Date(Date.now() + hours * 3_600_000).toISOString();
  return api.json(
    { method: 'POST', path: 'location/session', json: { deviceUniqueIds, expiration, ...shown } },
    newLocationShareSchema,
  );
}
