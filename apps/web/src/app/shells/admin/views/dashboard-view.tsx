import { mdiClose } from '@mdi/js';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useKeys } from '../../../../lib/keys/use-keys.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { useAdminContext } from '../admin-context.ts';
import { FleetDashboard } from '../dashboard-over-map.tsx';
import classes from '../page-over-map.module.css';

/** `/admin/dashboard`: the figures of the fleet as a page of their own. */
export function DashboardView() {
  const { text } = useTexts();
  const { fleet } = useAdminContext();
  const navigate = useNavigate();
  const page = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => void navigate('/admin');
  useKeys(page, [{ key: 'Escape', act: close }]);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main ref={page} className={classes.page}>
      <header className={classes.head}>
        <h1 ref={heading} className={classes.title} tabIndex={-1}>
          {text('dashboard.title')}
        </h1>
        <IconButton outlined name={text('action.close')} icon={mdiClose} onClick={close} />
      </header>
      <FleetDashboard fleet={fleet} onClose={close} />
    </main>
  );
}
