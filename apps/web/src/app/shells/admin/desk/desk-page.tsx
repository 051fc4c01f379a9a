import { mdiClose } from '@mdi/js';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { NavLink, useNavigate } from 'react-router';
import { DutySwitch } from '../../../../features/desk/duty/duty-switch.tsx';
import { QueueView } from '../../../../features/desk/queue/queue-view.tsx';
import { useKeys } from '../../../../lib/keys/use-keys.ts';
import { useDeskRole } from '../../../../lib/session/desk-role.ts';
import { useManagementTexts, useTexts } from '../../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { Spinner } from '../../../../ui/feedback/spinner.tsx';
import { useAdminContext } from '../admin-context.ts';
import pageClasses from '../page-over-map.module.css';
import classes from './desk-page.module.css';
import { type DeskView, deskViewsOf, deskViewTitles } from './desk-views.ts';

const BoardView = lazy(async () => ({
  default: (await import('../../../../features/desk/board/board-view.tsx')).BoardView,
}));
const BlockedView = lazy(async () => ({
  default: (await import('../../../../features/commands/blocks/blocked-view.tsx')).BlockedView,
}));
const NoCommunicationView = lazy(async () => ({
  default: (await import('../../../../features/desk/no-communication/no-communication-view.tsx'))
    .NoCommunicationView,
}));
const AlarmReportView = lazy(async () => ({
  default: (await import('../../../../features/desk/report/alarm-report-view.tsx')).AlarmReportView,
}));
const SilencesView = lazy(async () => ({
  default: (await import('../../../../features/desk/silences/silences.tsx')).SilencesView,
}));

const WatchView = lazy(async () => ({
  default: (await import('../../../../features/desk/watch/watch-list.tsx')).WatchView,
}));
const HandoversView = lazy(async () => ({
  default: (await import('../../../../features/desk/shift/handovers-view.tsx')).HandoversView,
}));
const ProceduresView = lazy(async () => ({
  default: (await import('../../../../features/desk/admin/procedures/procedures-view.tsx')).ProceduresView,
}));

/** `/admin/desk` and what lies beside the queue: supervision, silent vehicles, muted ones, the report. */
export function DeskPage({ view }: { readonly view: DeskView }) {
  useManagementTexts();
  const { text } = useTexts();
  const navigate = useNavigate();
  const role = useDeskRole();
  const { open, takeNext, take, openCall } = useAdminContext().desk;
  const close = () => void navigate('/admin');

  const toDevice = (deviceId: number) => void navigate(`/admin/events/devices/${deviceId}`);
  const page = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  useKeys(page, [{ key: 'Escape', act: close }]);

  const views: Readonly<Record<DeskView, () => ReactNode>> = {
    board: () => <BoardView onOpen={open} onWall={() => void navigate('/admin/desk/wall')} />,
    'no-communication': () => <NoCommunicationView onDevice={toDevice} />,
    silences: () => <SilencesView />,
    blocked: () => <BlockedView onDevice={toDevice} />,
    watched: () => <WatchView onDevice={toDevice} />,
    handovers: () => <HandoversView />,
    procedures: () => <ProceduresView readOnly />,
    report: () => <AlarmReportView onOpen={open} />,
    queue: () => <QueueView onOpen={open} onTake={take} onTakeNext={takeNext} onCall={openCall} />,
  };
  return (
    <main ref={page} className={pageClasses.page}>
      <header className={`${pageClasses.head} ${classes.head}`}>
        <h1 ref={heading} className={`${pageClasses.title} ${classes.title}`} tabIndex={-1}>
          {text('desk.title')}
        </h1>
        <nav className={classes.views} aria-label={text('desk.title')}>
          {deskViewsOf(role).map((one) => (
            <NavLink
              key={one}
              to={one === 'queue' ? '/admin/desk' : `/admin/desk/${one}`}
              end
              className={classes.view ?? ''}
            >
              {text(deskViewTitles[one])}
            </NavLink>
          ))}
        </nav>
        <DutySwitch opensDesk />
        <IconButton outlined name={text('action.close')} icon={mdiClose} onClick={close} />
      </header>
      <div className={pageClasses.body}>
        <Suspense fallback={<Spinner label={text('view.loading')} />}>{views[view]()}</Suspense>
      </div>
    </main>
  );
}
