import { linkedKeyOf } from '@atalaia/contract/accounts/linkable';
import type { Permission } from '@atalaia/contract/accounts/permission';
import type { ApiWriter } from '../../../lib/api/api-client.ts';
import type { LinkPlace } from './linkables-page.ts';

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
