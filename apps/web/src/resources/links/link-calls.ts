import {
  type Linkable,
  type LinkableKind,
  linkableSchema,
  linkedKeyOf,
} from '@atalaia/contract/accounts/linkable';
import type { Permission, PermissionOwner } from '@atalaia/contract/accounts/permission';
import { z } from 'zod';
import type { ApiClient, ApiWriter } from '../../lib/api/api-client.ts';

/** Whose links of which kind. */
export interface LinkPlace {
  readonly owner: PermissionOwner;
  readonly ownerId: number;
  readonly kind: LinkableKind;
}

interface LinkablesFilter {
  readonly keyword: string;
  /** Own links alone, or what is neither linked nor inherited. */
  readonly standing?: 'linked' | 'free';
  readonly limit: number;
  readonly offset: number;
}

export interface LinkablesPage {
  readonly rows: readonly Linkable[];
  /** On all pages. */
  readonly total: number;
}

/** `GET permissions/{kind}`: own links first, then what is inherited, then the rest. */
export async function linkablesPage(
  api: ApiClient,
  { owner, ownerId, kind }: LinkPlace,
  { keyword, standing, limit, offset }: LinkablesFilter,
  signal?: AbortSignal,
): Promise<LinkablesPage> {
  const query = {
    [owner]: ownerId,
    limit,
    offset,
    ...(keyword !== '' && { keyword }),
    ...(standing && { standing }),
  };
  const { body, headers } = await api.answer(
    { path: `permissions/${kind}`, query, signal },
    z.array(linkableSchema),
  );
  return { rows: body, total: Number(headers.get('x-total-count') ?? body.length) };
}

/** Makes a link or takes it away. */
export function changeLink(api: ApiWriter, place: LinkPlace, id: number, on: boolean): Promise<void> {
  return api.send({ method: on ? 'POST' : 'DELETE', path: 'permissions', json: linkOf(place, id) });
}

/** All of them or, when one is refused, none; the API takes 1000 at a time. */
export function changeLinks(
  api: ApiWriter,
  place: LinkPlace,
  ids: readonly number[],
  on: boolean,
): Promise<void> {
  const json = ids.map((id) => linkOf(place, id));
  // Each link is checked and written down: a thousand take some seconds, more on a busy server.
  return api.send({ method: on ? 'POST' : 'DELETE', path: 'permissions/bulk', json, timeoutMs: 120_000 });
}

const linkOf = ({ owner, ownerId, kind }: LinkPlace, id: number): Permission => ({
  [owner]: ownerId,
  [linkedKeyOf(kind)]: id,
});
