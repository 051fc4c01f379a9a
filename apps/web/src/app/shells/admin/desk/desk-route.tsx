import { mdiClose } from '@mdi/js';
import { lazy, useRef } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router';
import { useKeys } from '../../../../lib/keys/use-keys.ts';
import { useDeskRole } from '../../../../lib/session/desk-role.ts';
import { useManagementTexts, useTexts } from '../../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { FallbackScreen } from '../../../screens/screens.tsx';
import { useAdminContext } from '../admin-context.ts';
import { DeskPage } from './desk-page.tsx';
import { deskViewOf, deskViewsOf } from './desk-views.ts';
import classes from './desk-wall.module.css';

/** `/admin/desk/{view}`, for anybody who works at the desk; everybody else goes home. */
export function DeskRoute() {
  const { view: spelling } = useParams();
  const role = useDeskRole();
  const view = deskViewOf(spelling);
  // The shell shows an alarm that is worked on beside its map.
  if (spelling !== undefined && /^\d+$/.test(spelling)) return null;
  if (spelling === 'wall' && role === 'supervisor') return <DeskWall />;
  if (!view) return <FallbackScreen />;
  return deskViewsOf(role).includes(view) ? (
    <DeskPage key={view} view={view} />
  ) : (
    <Navigate to="/admin" replace />
  );
}

const BoardView = lazy(async () => ({
  default: (await import('../../../../features/desk/board/board-view.tsx')).BoardView,
}));

/** `/admin/desk/wall`: the board alone on a big screen, which refreshes by itself (SLA-03). */
function DeskWall() {
  useManagementTexts();
  const { text } = useTexts();
  const navigate = useNavigate();
  const { open } = useAdminContext().desk;
  const page = useRef<HTMLElement>(null);
  const close = () => void navigate('/admin/desk/board');
  useKeys(page, [{ key: 'Escape', act: close }]);
  return (
    <main ref={page} className={classes.wall} data-covers-all>
      <header className={classes.head}>
        <h1 className={classes.title}>{text('desk.board')}</h1>
        <IconButton outlined name={text('action.close')} icon={mdiClose} onClick={close} />
      </header>
      <BoardView onOpen={open} />
    </main>
  );
}
