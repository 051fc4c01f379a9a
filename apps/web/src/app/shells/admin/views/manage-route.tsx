import { mdiClose } from '@mdi/js';
import { type ReactNode, useEffect, useRef } from 'react';
import { Navigate, useLocation, useNavigate, useParams } from 'react-router';
import { useKeys } from '../../../../lib/keys/use-keys.ts';
import { useSession } from '../../../../lib/session/session-context.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import {
  listMemorySchema,
  SubViewContext,
  type SubViewPlace,
  subViewSchema,
} from '../../../../resources/sub-view.ts';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { FallbackScreen } from '../../../screens/screens.tsx';
import { ManageContent } from '../../manage/manage-content.tsx';
import { manageViewOf, mayManage, type ManageView as View, viewTitles } from '../../manage/manage-views.ts';
import classes from '../page-over-map.module.css';

/** `/admin/manage/{view}`: a page over the map, with its title and the way back (ROUTE-05). */
function ManageView({ view }: { readonly view: View }) {
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
      <div className={classes.body} data-padded>
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

/**
 * Keeps what is open over a list in the state of the page's entry in the history: a reload shows it again, and Back leads
 * from it to the list, and from there to the map. It always lies right above its list, so that closing it is going back.
 */
function SubViewInHistory({ children }: { readonly children: ReactNode }) {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const { subView, list } = (state ?? {}) as { readonly subView?: unknown; readonly list?: unknown };
  const shown = subViewSchema.safeParse(subView).data ?? null;
  const place: SubViewPlace = {
    shown,
    show(subView) {
      const next = { subView, list: entryState().usr?.list };
      void navigate(pathname, { state: next, replace: shown !== null });
    },
    close: () => shown && void navigate(-1),
    list: listMemorySchema.safeParse(list).data ?? null,
    // Beside the router: the page shows it already, and is not to be drawn again for every letter of a search.
    saveList(memory) {
      const entry = entryState();
      window.history.replaceState({ ...entry, usr: { ...entry.usr, list: memory } }, '');
    },
  };
  return <SubViewContext value={place}>{children}</SubViewContext>;
}

/** The history's entry as the router writes it: under `usr` what a page gives it to keep. */
function entryState(): { readonly usr?: { readonly list?: unknown } } {
  return window.history.state ?? {};
}

/** `/admin/manage/{view}`: the view when there is one and the person may have it (ROUTE-05, ROUTE-10). */
export function ManageRoute() {
  const { view: spelling } = useParams();
  const session = useSession();
  const view = manageViewOf(spelling);
  if (!view) return <FallbackScreen />;
  const isAllowed = session.phase === 'signed-in' && mayManage(view, session.profile);
  return isAllowed ? <ManageView key={view} view={view} /> : <Navigate to="/admin" replace />;
}
