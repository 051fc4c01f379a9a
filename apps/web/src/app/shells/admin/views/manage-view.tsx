import { mdiClose } from '@mdi/js';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useKeys } from '../../../../lib/keys/use-keys.ts';
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
  const page = useRef<HTMLElement>(null);
  useKeys(page, [{ key: 'Escape', inFields: true, unless: isEscapeHeld, act: close }]);

  return (
    <main ref={page} className={classes.page}>
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

/** A form or another view of a row takes it for itself. */
const isEscapeHeld = () => document.querySelector('[data-holds-escape]') !== null;
