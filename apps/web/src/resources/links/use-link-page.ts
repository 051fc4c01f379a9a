import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { type LinkPlace, linkablesPage } from './link-calls.ts';

/** Rows a page of links may have (PERM-01). */
export const linkPageSizes = ['5', '10'] as const;

export type LinkPageSize = (typeof linkPageSizes)[number];

/** A pause in typing this long asks the server, ms. */
const pauseMs = 250;

export const linksKey = ({ owner, ownerId, kind }: LinkPlace) => ['links', owner, ownerId, kind] as const;

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
