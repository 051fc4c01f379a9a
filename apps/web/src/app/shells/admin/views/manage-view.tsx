import { useHotkeys } from '@mantine/hooks';
import { mdiClose } from '@mdi/js';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { ManageContent } from '../../manage/manage-content.tsx';
import { type ManageView as View, viewTitles } from '../../manage/manage-views.ts';
import { SubViewInHistory } from '../../manage/sub-view-in-history.tsx';
import classes from './manage-view.module.css';

/** `/admin/manage/{view}`: a page over the map, with its title and the way back (ROUTE-05). */
export function ManageView({ view }: { readonly view: View }) {
  const { text } = useTexts();
  const navigate = useNavigate();
  const close = () => void navigate('/admin');
  const title = text(viewTitles[view]);
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is another page to read
  useEffect(() => heading.current?.focus(), [view]);
  useHotkeys([['Escape', (event) => isForPage(event) && close()]], []);

  return (
    <main className={classes.page}>
      <header className={classes.head}>
        <h1 ref={heading} className={classes.title} tabIndex={-1}>
          {title}
        </h1>
        <IconButton outlined name={text('action.close')} icon={mdiClose} onClick={close} />
      </header>
      <div className={classes.body}>
        <SubViewInHistory>
          <ManageContent
            view={view}
            onClose={close}
            onDevice={(deviceId) => void navigate(`/admin/events/devices/${deviceId}`)}
          />
        </SubViewInHistory>
      </div>
    </main>
  );
}

/** Escape closes what is on top: an open list, a window, a form, what was typed into a search; only then the page. */
function isForPage({ target }: KeyboardEvent): boolean {
  if (document.querySelector('[data-holds-escape]')) return false;
  if (!(target instanceof Element)) return true;
  const isSearching = target instanceof HTMLInputElement && target.type === 'search' && target.value !== '';
  return (
    !isSearching && target.getAttribute('aria-expanded') !== 'true' && !target.closest('[role="dialog"]')
  );
}
