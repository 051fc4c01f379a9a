import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { listPage } from './api/list-page.ts';
import type { Register } from './register.ts';

/** Rows a page may have (LIST-02). */
export const pageSizes = ['10', '50'] as const;

export type PageSize = (typeof pageSizes)[number];

/** A pause in typing this long asks the server, ms. */
const pauseMs = 250;

/** A register's page in sight: what is searched, which page of which size, and the rows. */
export function useRegister<Row extends { readonly id: number }>(register: Register<Row>) {
  const api = useApi();
  const [text, setText] = useState('');
  const [page, goTo] = useState(0);
  const [size, setSize] = useState<PageSize>('10');
  const [keyword] = useDebouncedValue(text.trim(), pauseMs);
  const wish = { keyword, page, size: Number(size) };
  const query = useQuery({
    queryKey: ['register', register.path, wish],
    queryFn: ({ signal }) => listPage(api, register, wish, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
  return {
    text,
    type(typed: string) {
      setText(typed);
      goTo(0);
    },
    size,
    choose(chosen: PageSize) {
      setSize(chosen);
      goTo(0);
    },
    page,
    goTo,
    keyword,
    query,
  };
}
