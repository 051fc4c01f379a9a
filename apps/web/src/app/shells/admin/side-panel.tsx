import {
  mdiAlarmLightOutline,
  mdiBellOutline,
  mdiChevronLeft,
  mdiChevronRight,
  mdiShieldAlertOutline,
} from '@mdi/js';
import { useEffect } from 'react';
import { EventsPanel } from '../../../features/events/components/events-panel.tsx';
import { OpenAlarms } from '../../../features/events/components/open-alarms.tsx';
import { SinistersPanel } from '../../../features/sinisters/components/sinisters-panel.tsx';
import { showOnMap, sinistersView } from '../../../features/sinisters/sinisters-view-store.ts';
import { useOpenSinisters } from '../../../features/sinisters/use-open-sinisters.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Badge } from '../../../ui/layout/badge.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { Widget } from '../widget.tsx';
import { adminWindows, type SideTab, showTab, toggleSide } from './admin-windows.ts';
import classes from './side-panel.module.css';

interface SidePanelProps {
  /** An event was chosen. */
  readonly onOpen: (eventId: number) => void;
  /** The device of a sinister is to be shown. */
  readonly onDevice: (deviceId: number) => void;
}

/** The right panel: alarms that wait, above events and open sinisters (SHELL-04). It folds to a strip with the number of each. */
export function SidePanel({ onOpen, onDevice }: SidePanelProps) {
  const { text } = useTexts();
  const { sideFolded, sideTab } = useStore(adminWindows, (windows) => windows);
  const { alarms, events } = useLive();
  const waiting = useStore(alarms, (state) => (state.loadedMs === null ? undefined : state.alarms.length));
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

  if (sideFolded) {
    return (
      <aside className={classes.folded} aria-label={text('shell.rightPanel')}>
        {foldButton}
        <span
          className={classes.count}
          data-waiting={(waiting ?? 0) > 0 || undefined}
          title={
            waiting === undefined
              ? text('alarms.loading')
              : waiting === 0
                ? text('alarms.none')
                : text('alarms.count', { count: waiting })
          }
        >
          <Icon path={mdiAlarmLightOutline} />
          {waiting === undefined ? '…' : <Badge count={waiting} most={999} />}
        </span>
        <span className={classes.count} title={text('events.badge', { count })}>
          <Icon path={mdiBellOutline} />
          <Badge count={count} />
        </span>
        {sinisters && (
          <span className={classes.count} title={text('sinister.list')}>
            <Icon path={mdiShieldAlertOutline} />
            <Badge count={sinisters.length} />
          </span>
        )}
      </aside>
    );
  }
  return (
    <aside className={classes.side} aria-label={text('shell.rightPanel')}>
      <Widget>
        <OpenAlarms onOpen={onOpen} aside={foldButton} />
      </Widget>
      <Tabs
        label={text('shell.rightPanel')}
        shown={sideTab}
        onShow={(tab) => showTab(tab as SideTab)}
        tabs={[
          { value: 'events', title: text('events.tab'), count },
          {
            value: 'sinisters',
            title: text('events.sinisterTab'),
            ...(sinisters && { count: sinisters.length }),
          },
        ]}
      >
        <Widget key={sideTab}>
          {sideTab === 'events' ? (
            <EventsPanel onOpen={onOpen} />
          ) : (
            <SinistersPanel onDevice={onDevice} onCancelled={() => showTab('events')} />
          )}
        </Widget>
      </Tabs>
    </aside>
  );
}

/** The map shows the unfolded case while its tab is in front. */
function useSinisterOfTab(tab: SideTab): void {
  const unfoldedId = useStore(sinistersView, (view) => view.unfoldedId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a card that is unfolded shows itself
  useEffect(() => showOnMap(tab === 'sinisters' ? unfoldedId || null : null), [tab]);
}
