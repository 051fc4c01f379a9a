import { hashKey, type QueryFilters, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api-error.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { changeLink, type LinkablesPage, type LinkPlace } from './link-calls.ts';
import { linksKey } from './use-link-page.ts';

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
      toasts.show('failure', text('permission.failed'));
      if (error instanceof ApiError) toasts.show('failure', failureText(error, text));
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
