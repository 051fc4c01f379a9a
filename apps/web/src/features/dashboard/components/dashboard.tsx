import { communicationBuckets, deviceStatuses } from '@atalaia/domain/devices/device-status';
import { type SinisterAge, sinisterAges } from '@atalaia/domain/time/sinister-age';
import type { FleetFigures } from '@atalaia/domain/travel/fleet-figures';
import { mdiArrowExpand, mdiClose } from '@mdi/js';
import type { ReactNode } from 'react';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Bars, CategoryBars } from './category-bars.tsx';
import classes from './dashboard.module.css';

/** Figures and when they were counted, ms since 1970. */
export interface Counted<Figures> {
  readonly figures: Figures;
  readonly countedMs: number;
}

export type DashboardChart = 'device' | 'state' | 'communication' | 'status' | 'sinister';

const sinisterLabels = {
  upTo24Hours: 'dashboard.sinisterUpTo24Hours',
  upTo48Hours: 'dashboard.sinisterUpTo48Hours',
  upTo72Hours: 'dashboard.sinisterUpTo72Hours',
  over72Hours: 'dashboard.sinisterOver72Hours',
} as const satisfies Record<SinisterAge, string>;

interface DashboardProps {
  /** Undefined until they are counted. */
  readonly fleet: Counted<FleetFigures> | undefined;
  /** Why they were not counted. */
  readonly fleetFailure?: unknown;
  readonly onRetryFleet: () => void;
  readonly sinisters: Counted<Readonly<Record<SinisterAge, number>>> | undefined;
  /** Their list could not be loaded: requests it again. */
  readonly onRetrySinisters?: (() => void) | undefined;
  readonly onOpen: (chart: DashboardChart, group: string) => void;
  readonly onClose: () => void;
  /** Shows it as a page; absent where it is one, which has the title and the way back. */
  readonly onPage?: (() => void) | undefined;
  /** Cards of other parts of the product, after those of the fleet. */
  readonly more?: ReactNode;
}

/** The figures of a fleet, beside the map or as a page; each bar leads to its list (DASH-01, DASH-05). */
export function Dashboard({
  fleet,
  fleetFailure,
  onRetryFleet,
  sinisters,
  onRetrySinisters,
  onOpen,
  onClose,
  onPage,
  more,
}: DashboardProps) {
  const { text } = useTexts();
  const openIn = (chart: DashboardChart) => (group: string) => onOpen(chart, group);
  return (
    <section
      className={classes.dashboard}
      aria-label={text('dashboard.title')}
      aria-busy={!fleet && fleetFailure === undefined}
      data-page={!onPage || undefined}
    >
      {onPage && (
        <header className={classes.head}>
          <h2 className={classes.title}>{text('dashboard.title')}</h2>
          <IconButton size={28} name={text('dashboard.asPage')} icon={mdiArrowExpand} onClick={onPage} />
          <IconButton size={28} name={text('dashboard.close')} icon={mdiClose} onClick={onClose} />
        </header>
      )}
      {!fleet && fleetFailure === undefined && <Skeleton height={280} />}
      {fleetFailure !== undefined && (
        <FailedState
          low
          title={text('view.failedTitle')}
          reason={failureText(fleetFailure, text)}
          retryLabel={text('error.retry')}
          onRetry={onRetryFleet}
        />
      )}
      {fleet && (
        <div className={classes.cards}>
          <FigureCard title={text('chart.device')} countedMs={fleet.countedMs}>
            <Bars
              bars={(['active', 'inactive'] as const).map((group) => ({
                group,
                label: text(`dashboard.${group}`),
                count: fleet.figures[group],
                tone: group === 'active' ? 'brand' : 'offline',
              }))}
              onOpen={openIn('device')}
            />
          </FigureCard>
          <FigureCard title={text('chart.state')} countedMs={fleet.countedMs}>
            <Bars
              bars={deviceStatuses.map((group) => ({
                group,
                label: text(`dashboard.${group}`),
                count: fleet.figures.state[group],
                tone: group,
              }))}
              onOpen={openIn('state')}
            />
          </FigureCard>
          <FigureCard title={text('chart.communication')} countedMs={fleet.countedMs}>
            <Bars
              bars={communicationBuckets.map((group) => ({
                group,
                label: text(`dashboard.${group}`),
                count: fleet.figures.communication[group],
                tone: group === 'never' ? 'offline' : 'brand',
              }))}
              onOpen={openIn('communication')}
            />
          </FigureCard>
          <FigureCard title={text('chart.sinister')} countedMs={sinisters?.countedMs}>
            {sinisters && (
              <Bars
                bars={sinisterAges.map((group) => ({
                  group,
                  label: text(sinisterLabels[group]),
                  count: sinisters.figures[group],
                  tone: group,
                }))}
                onOpen={openIn('sinister')}
              />
            )}
            {!sinisters && !onRetrySinisters && <Skeleton height={112} />}
            {!sinisters && onRetrySinisters && (
              <FailedState
                title={text('view.failedTitle')}
                reason={text('dashboard.failed')}
                retryLabel={text('error.retry')}
                onRetry={onRetrySinisters}
              />
            )}
          </FigureCard>
          {more}
          <div className={classes.wide}>
            <FigureCard title={text('chart.status')} countedMs={fleet.countedMs}>
              <CategoryBars categories={fleet.figures.categories} onOpen={openIn('status')} />
            </FigureCard>
          </div>
        </div>
      )}
    </section>
  );
}

interface FigureCardProps {
  readonly title: string;
  /** When its figures were counted, ms since 1970 (DASH-04); undefined before. */
  readonly countedMs: number | undefined;
  readonly children: ReactNode;
}

/** One figure of the dashboard with its stamp. */
export function FigureCard({ title, countedMs, children }: FigureCardProps) {
  const { text } = useTexts();
  const formats = useFormats();
  return (
    <section className={classes.card}>
      <h3 className={classes.cardTitle}>{title}</h3>
      {children}
      {countedMs !== undefined && (
        <p className={classes.stamp}>
          {text('dashboard.lastUpdate', { date: formats.dateTime(new Date(countedMs).toISOString()) })}
        </p>
      )}
    </section>
  );
}
