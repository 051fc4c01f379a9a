import type { DeviceColour } from '@atalaia/domain/devices/device-status';
import { mdiChevronDown, mdiChevronUp, mdiDockLeft } from '@mdi/js';
import { lazy, Suspense, useState } from 'react';
import type { Fleet } from '../../../lib/fleet/fleet-list.ts';
import { useFleetList } from '../../../lib/fleet/use-fleet-list.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import classes from './device-strip.module.css';
import { FoldedStrip } from './folded-strip.tsx';
import { StripFailure } from './strip-failure.tsx';

const UnfoldedStrip = lazy(async () => ({
  default: (await import('./unfolded-strip.tsx')).UnfoldedStrip,
}));

interface DeviceStripProps {
  readonly fleet: Fleet;
  readonly selectedId: number | null;
  readonly onSelect: (deviceId: number) => void;
  /** Uses the texts of clients and fleets. */
  readonly isCustomerView?: boolean;
  /** The legend's choice; all when there is none. */
  readonly colours?: readonly DeviceColour[];
  /** It is in a sheet, which says whether all of them are shown. */
  readonly unfoldedIn?: boolean;
  /** Shows the vehicles as a list at the left instead. */
  readonly onList?: (() => void) | undefined;
}

/** The devices along the lower edge of the map: a page of them, or all (STRIP-01). */
export function DeviceStrip({
  fleet,
  selectedId,
  onSelect,
  isCustomerView = false,
  colours = [],
  unfoldedIn,
  onList,
}: DeviceStripProps) {
  const { text } = useTexts();
  const [unfoldedHere, setUnfolded] = useState(false);
  const isInSheet = unfoldedIn !== undefined;
  const unfolded = unfoldedIn ?? unfoldedHere;
  const { ids, failure, retry } = useFleetList(fleet, { text: '', colours });
  const live = useLive();
  const snapshotFailure = useStore(live.snapshotFailure, (reason) => reason);
  if (!ids || (ids.length === 0 && colours.length === 0)) {
    if (!failure && !snapshotFailure) return null;
    return (
      <Card className={classes.strip} aria-label={text('strip.title')}>
        <StripFailure failure={failure ?? snapshotFailure} onRetry={failure ? retry : live.reloadSnapshot} />
      </Card>
    );
  }
  const showAll = isCustomerView ? text('strip.showAllButton') : text('strip.showAll', { count: ids.length });
  const toggle = isInSheet ? (
    <span className={classes.count}>{text('sheet.vehicles', { count: ids.length })}</span>
  ) : (
    <>
      {onList && <IconButton size={28} name={text('vehicles.asList')} icon={mdiDockLeft} onClick={onList} />}
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        {unfolded ? text('strip.collapse') : showAll}
        <Icon path={unfolded ? mdiChevronDown : mdiChevronUp} size={16} />
      </button>
    </>
  );
  return (
    <Card
      className={classes.strip}
      data-unfolded={(unfolded && !isInSheet) || undefined}
      data-in-sheet={isInSheet || undefined}
      aria-label={text('strip.title')}
    >
      {unfolded ? (
        <Suspense fallback={<Skeleton height={240} />}>
          <UnfoldedStrip fleet={fleet} colours={colours} selectedId={selectedId} onSelect={onSelect}>
            {toggle}
          </UnfoldedStrip>
        </Suspense>
      ) : (
        <FoldedStrip ids={ids} selectedId={selectedId} onSelect={onSelect}>
          {toggle}
        </FoldedStrip>
      )}
    </Card>
  );
}
