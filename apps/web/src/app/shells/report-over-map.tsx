import { homeRouteOf } from '@atalaia/domain/home-route';
import { lazy, Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { reportViewOf } from '../../lib/reports/report-names.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import classes from './report-over-map.module.css';
import { Widget } from './widget.tsx';

const ReportView = lazy(async () => ({
  default: (await import('../../features/reports/components/report-view.tsx')).ReportView,
}));

/** The report that the address describes, in the strip's place; nothing for an address without one (ROUTE-06). */
export function ReportOverMap() {
  const { text } = useTexts();
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const session = useSession();
  const name = reportViewOf(hash);
  if (!name || name === 'chart' || session.phase !== 'signed-in') return null;
  return (
    <div className={classes.place}>
      <Widget key={hash + search}>
        <Suspense fallback={<Spinner label={text('report.loading')} />}>
          <ReportView
            name={name}
            query={search}
            onClose={() => void navigate(homeRouteOf(session.profile))}
          />
        </Suspense>
      </Widget>
    </div>
  );
}
