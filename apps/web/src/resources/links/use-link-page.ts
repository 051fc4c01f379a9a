import { useDebouncedValue } from '@mantine/hooks';
import {
  hashKey,
  keepPreviousData,
  type QueryFilters,
  type QueryKey,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { changeLink, type LinkablesPage, type LinkPlace, linkablesPage } from './link-calls.ts';

/** Rows a page of links may have (PERM-01). */
export const linkPageSizes = ['5', '10'] as const;

export type LinkPageSize = (typeof linkPageSizes)[number];

/** A pause in typing this long asks the server, ms. */
const pauseMs = 250;

const linksKey = ({ owner, ownerId, kind }: LinkPlace) => ['links', owner, ownerId, kind] as const;

/** The visible page of links: what is searched, which page of which size, and the rows. */
export function useLinkPage(place: LinkPlace) {
  const api = useApi();
  const [text, setText] = useState('');
  const [page, goTo] = useState(0);
  const [size, setSize] = useState<LinkPageSize>('10');
  const [keyword] = useDebouncedValue(text.trim(), pauseMs);
  const limit = Number(size);
  const key = [...linksKey(place), { keyword, page, limit }] as const;
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => linkablesPage(api, place, { keyword, limit, offset: page * limit }, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return {
    key,
    keyword,
    query,
    text,
    type(typed: string) {
      setText(typed);
      goTo(0);
    },
    size,
    choose(chosen: LinkPageSize) {
      setSize(chosen);
      goTo(0);
    },
    page,
    goTo,
  };
}

interface Switched {
  readonly id: number;
  readonly on: boolean;
}

/**
 * Switches one link: the page shows it at once, and takes it back when the API refuses. The row stays where it is;
 * other pages are read again when they are shown.
 */
export function useLinkSwitch(place: LinkPlace, page: QueryKey) {
  const queries = useQueryClient();
  const { text } = useTexts();
  const show = ({ id, on }: Switched) =>
    queries.setQueryData<LinkablesPage>(page, (shown) => shown && withLink(shown, id, on));
  return useWrite({
    write: (api, { id, on }: Switched) => changeLink(api, place, id, on),
    async onMutate(change) {
      // the rows in sight are those before a search whose answer is on its way: that answer is not given up
      if (queries.getQueryData(page) === undefined) return undefined;
      await queries.cancelQueries({ queryKey: page });
      show(change);
      return hashKey(page);
    },
    onError(error, change) {
      show({ ...change, on: !change.on });
      const reason = error instanceof ApiError ? ` ${failureText(error, text)}` : '';
      toasts.show('failure', text('permission.failed') + reason);
      // it may have been switched all the same
      if (error instanceof ApiError && error.isUnheard) void queries.invalidateQueries({ queryKey: page });
    },
    async onSettled(_data, _error, _change, shownOn) {
      // What it is linked to may be a column of a list.
      for (const queryKey of [linksKey(place), ['resource']]) {
        await queries.invalidateQueries({ queryKey, refetchType: 'none' });
      }
      // a page that came into sight meanwhile may have been read before the change
      const others: QueryFilters = {
        queryKey: linksKey(place),
        type: 'active',
        predicate: ({ queryHash }) => queryHash !== shownOn,
      };
      await queries.cancelQueries(others);
      await queries.refetchQueries(others);
    },
  });
}

/** The page with one of its links switched; the order stays, so that nothing moves under the hand. */
export function withLink(page: LinkablesPage, id: number, linked: boolean): LinkablesPage {
  return { ...page, rows: page.rows.map((row) => (row.id === id ? { ...row, linked } : row)) };
}
