import { mdiBellOutline, mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import { EventsPanel } from '../../../features/events/components/events-panel.tsx';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Badge } from '../../../ui/layout/badge.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { Widget } from '../widget.tsx';
import { useAdminWindows } from './admin-windows.ts';
import classes from './side-panel.module.css';

interface SidePanelProps {
  /** An event was chosen. */
  readonly onOpen: (eventId: number) => void;
}

/** The right panel, which folds to a strip with the number of events. */
export function SidePanel({ onOpen }: SidePanelProps) {
  const { text } = useTexts();
  const { sideFolded, toggleSide } = useAdminWindows();
  const { events } = useLive();
  const count = useStore(events, (all) => all.length);
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
        <span className={classes.count} title={text('events.badge', { count })}>
          <Icon path={mdiBellOutline} />
          <Badge count={count} />
        </span>
      </aside>
    );
  }
  return (
    <aside className={classes.side} aria-label={text('shell.rightPanel')}>
      <Tabs
        label={text('shell.rightPanel')}
        shown="events"
        onShow={() => undefined}
        tabs={[{ value: 'events', title: text('events.tab'), count }]}
        aside={foldButton}
      >
        <Widget>
          <EventsPanel onOpen={onOpen} />
        </Widget>
      </Tabs>
    </aside>
  );
}
