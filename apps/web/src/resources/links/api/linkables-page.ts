import { type Linkable, type LinkableKind, linkableSchema } from '@atalaia/contract/accounts/linkable';
import type { PermissionOwner } from '@atalaia/contract/accounts/permission';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** Whose links of which kind. */
export interface LinkPlace {
  readonly owner: PermissionOwner;
  readonly ownerId: number;
  readonly kind: LinkableKind;
}

export interface LinkablesFilter {
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
