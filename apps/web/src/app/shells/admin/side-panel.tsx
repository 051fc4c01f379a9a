import {
  mdiAlarmLightOutline,
  mdiBellOutline,
  mdiChevronLeft,
  mdiChevronRight,
  mdiShieldAlertOutline,
} from '@mdi/js';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { AlarmsPanel } from '../../../features/desk/panel/alarms-panel.tsx';
import { showOnMap, sinistersView } from '../../../features/sinisters/sinisters-view-store.ts';
import { useOpenSinisters } from '../../../features/sinisters/use-open-sinisters.ts';
import { useDeskRole } from '../../../lib/session/desk-role.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Badge } from '../../../ui/layout/pill.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { Widget } from '../widget.tsx';
import { adminWindows, type SideTab, showTab, toggleSide } from './admin-context.ts';
import classes from './side-panel.module.css';

const EventsPanel = lazy(async () => ({
  default: (await import('../../../features/events/components/events-panel.tsx')).EventsPanel,
}));
const SinistersPanel = lazy(async () => ({
  default: (await import('../../../features/sinisters/components/sinisters-panel.tsx')).SinistersPanel,
}));

interface SidePanelProps {
  /** An event was chosen. */
  readonly onOpen: (eventId: number) => void;
  /** The device of a sinister is to be shown. */
  readonly onDevice: (deviceId: number) => void;
  readonly onAlarm: (alarmId: number) => void;
  readonly onTake: (alarmId: number) => void;
  readonly onTakeNext: () => void;
}

/** The right panel: alarms that wait for a person, the feed and the open sinisters (SHELL-04). It folds to a strip with the number of each. */
export function SidePanel({ onOpen, onDevice, onAlarm, onTake, onTakeNext }: SidePanelProps) {
  const { text } = useTexts();
  const sideFolded = useStore(adminWindows, (windows) => windows.sideFolded);
  const sideTab = useShownTab();
  const { events } = useLive();
  const open = useOpenCount();
  const count = useStore(events, (all) => all.length);
  useSinisterOfTab(sideTab);
  const { data: sinisters } = useOpenSinisters();
  const foldButton = (
    <IconButton
      size={28}
      name={text(sideFolded ? 'shell.openRightPanel' : 'shell.closeRightPanel')}
      icon={sideFolded ? mdiChevronLeft : mdiChevronRight}
      expanded={!sideFolded}
      onClick={toggleSide}
    />
  );

  if (sideFolded) return <FoldedPanel foldButton={foldButton} events={count} sinisters={sinisters?.length} />;
  return (
    <aside className={classes.side} aria-label={text('shell.rightPanel')}>
      <Tabs
        label={text('shell.rightPanel')}
        shown={sideTab}
        onShow={(tab) => showTab(tab as SideTab)}
        aside={foldButton}
        tabs={[
          ...(open.isShown
            ? [
                {
                  value: 'alarms',
                  title: text('desk.tab'),
                  ...(open.count !== undefined && { count: open.count }),
                },
              ]
            : []),
          { value: 'events', title: text('events.tab'), count },
          {
            value: 'sinisters',
            title: text('events.sinisterTab'),
            ...(sinisters && { count: sinisters.length }),
          },
        ]}
      >
        <Widget key={sideTab}>
          {sideTab === 'alarms' && <AlarmsPanel onOpen={onAlarm} onTake={onTake} onTakeNext={onTakeNext} />}
          <Suspense fallback={<LoadingCards />}>
            {sideTab === 'events' && <EventsPanel onOpen={onOpen} />}
            {sideTab === 'sinisters' && (
              <SinistersPanel onDevice={onDevice} onCancelled={() => showTab('events')} />
            )}
          </Suspense>
        </Widget>
      </Tabs>
    </aside>
  );
}

/** Where the cards will be, until their part of the page has come. */
function LoadingCards() {
  return (
    <div className={classes.loading} aria-busy>
      <Skeleton height={36} />
      <Skeleton height={54} />
      <Skeleton height={54} />
      <Skeleton height={54} />
    </div>
  );
}

/** Who does not work at the desk has no alarms there: the feed is in front. */
function useShownTab(): SideTab {
  const sideTab = useStore(adminWindows, (windows) => windows.sideTab);
  const role = useDeskRole();
  return sideTab === 'alarms' && role === 'none' ? 'events' : sideTab;
}

/** How many alarms are open; undefined until that is known. */
function useOpenCount() {
  const isShown = useDeskRole() !== 'none';
  const count = useStore(useLive().desk, ({ loadedMs, alarms }) =>
    loadedMs === null ? undefined : alarms.length,
  );
  return { isShown, count };
}

interface FoldedPanelProps {
  readonly foldButton: ReactNode;
  readonly events: number;
  readonly sinisters: number | undefined;
}

function FoldedPanel({ foldButton, events, sinisters }: FoldedPanelProps) {
  const { text } = useTexts();
  const open = useOpenCount();
  return (
    <aside className={classes.folded} aria-label={text('shell.rightPanel')}>
      {foldButton}
      {open.isShown && (
        <span
          className={classes.count}
          data-waiting={(open.count ?? 0) > 0 || undefined}
          title={
            open.count === undefined
              ? text('alarms.loading')
              : open.count === 0
                ? text('alarms.none')
                : text('alarms.count', { count: open.count })
          }
        >
          <Icon path={mdiAlarmLightOutline} />
          {open.count === undefined ? '…' : <Badge count={open.count} most={999} />}
        </span>
      )}
      <span className={classes.count} title={text('events.badge', { count: events })}>
        <Icon path={mdiBellOutline} />
        <Badge count={events} />
      </span>
      {sinisters !== undefined && (
        <span className={classes.count} title={text('sinister.list')}>
          <Icon path={mdiShieldAlertOutline} />
          <Badge count={sinisters} />
        </span>
      )}
    </aside>
  );
}

/** The map shows the unfolded case while its tab is in front. */
function useSinisterOfTab(tab: SideTab): void {
  const unfoldedId = useStore(sinistersView, (view) => view.unfoldedId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a card that is unfolded shows itself
  useEffect(() => showOnMap(tab === 'sinisters' ? unfoldedId || null : null), [tab]);
}
