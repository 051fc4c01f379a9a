import { mdiClose } from '@mdi/js';
import { lazy, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useKeys } from '../../../../lib/keys/use-keys.ts';
import { useManagementTexts, useTexts } from '../../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { useAdminContext } from '../admin-context.ts';
import classes from './desk-wall.module.css';

const BoardView = lazy(async () => ({
  default: (await import('../../../../features/desk/board/board-view.tsx')).BoardView,
}));

/** `/admin/desk/wall`: the board alone on a big screen, which refreshes by itself (SLA-03). */
export function DeskWall() {
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
