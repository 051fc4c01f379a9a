import type { ApiClient, ApiWriter } from '../../lib/api/api-client.ts';
import { changeLinks } from './api/change-links.ts';
import { type LinkPlace, linkablesPage } from './api/linkables-page.ts';

/** Links the API takes at a time. */
const atATime = 1000;

export interface Progress {
  readonly done: number;
  readonly total: number;
}

export interface LinkAllRequest {
  readonly keyword: string;
  readonly on: boolean;
}

/** How many a request is about: what is linked cannot be linked again, and what is inherited is not taken away. */
export async function countAll(
  api: ApiClient,
  place: LinkPlace,
  { keyword, on }: LinkAllRequest,
  signal: AbortSignal,
): Promise<number> {
  const standing = on ? 'free' : 'linked';
  return (await linkablesPage(api, place, { keyword, standing, limit: 1, offset: 0 }, signal)).total;
}

/**
 * Switches all links that a search finds, a thousand at a time. What was switched no longer counts among the others, so
 * that the first page always holds the next ones. When the signal ends it, what was done stays.
 */
export async function linkAll(
  api: ApiWriter,
  place: LinkPlace,
  { keyword, on }: LinkAllRequest,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<void> {
  const standing = on ? 'free' : 'linked';
  let done = 0;
  for (;;) {
    const { rows, total } = await linkablesPage(api, place, { keyword, standing, limit: atATime, offset: 0 });
    onProgress({ done, total: done + total });
    if (rows.length === 0 || signal.aborted) return;
    await changeLinks(
      api,
      place,
      rows.map(({ id }) => id),
      on,
    );
    done += rows.length;
    if (total <= rows.length) return;
  }
}
