import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { pageTitleOf } from './page-title.ts';

/** Keeps the tab's title that of the page, in the person's language. Shows nothing. */
export function TabTitle() {
  const { text } = useTexts();
  const { pathname, hash } = useLocation();
  const title = `${text(pageTitleOf(pathname, hash))} · ${text('shell.product')}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
