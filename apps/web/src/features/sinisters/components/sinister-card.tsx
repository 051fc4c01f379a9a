import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { mdiChevronDown, mdiChevronUp, mdiCrosshairsGps, mdiMonitorDashboard, mdiPlus } from '@mdi/js';
import { useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import { TimeAgo } from '../../../lib/formats/time-ago.tsx';
import { useNow } from '../../../lib/formats/use-now.ts';
import { sinisterTone } from '../../../lib/sinister/sinister-tone.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import classes from './sinister-card.module.css';
import { SinisterSections } from './sinister-sections.tsx';

/** A card's colour is of its age in hours. */
const minuteMs = 60_000;

interface SinisterCardProps {
  readonly sinister: Sinister;
  readonly unfolded: boolean;
  readonly onToggle: () => void;
  /** It is unfolded to add an occurrence. */
  readonly isAdding: boolean;
  /** Absent for a person who may only read. */
  readonly onAdd?: (() => void) | undefined;
  readonly onDevice: (deviceId: number) => void;
}

/** An open sinister: plate, opening type and age, in the colour of its age; unfolded, all of it (SIN-01, SIN-03). */
export function SinisterCard({ sinister, unfolded, onToggle, isAdding, onAdd, onDevice }: SinisterCardProps) {
  const { text } = useTexts();
  const nowMs = useNow(minuteMs);
  const bodyId = useId();
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (unfolded) card.current?.scrollIntoView({ block: 'nearest' });
  }, [unfolded]);
  return (
    <li ref={card} className={classes.card} data-tone={sinisterTone(sinister, nowMs)}>
      <div className={classes.row}>
        <button
          type="button"
          className={classes.head}
          aria-expanded={unfolded}
          aria-controls={bodyId}
          onClick={onToggle}
        >
          <bdi className={classes.plate} title={sinister.device.name}>
            {sinister.devicePlate ?? sinister.device.name}
          </bdi>
          <span className={classes.age}>
            <TimeAgo instant={sinister.openingDate} />
          </span>
          <span className={classes.kind} title={text(`openingType.${sinister.openingType}`)}>
            {text(`openingType.${sinister.openingType}`)}
          </span>
          <span className={classes.number}>{text('sinister.number', { number: sinister.number })}</span>
          <span className={classes.fold}>
            <Icon path={unfolded ? mdiChevronUp : mdiChevronDown} size={18} />
          </span>
        </button>
        <div className={classes.ways}>
          {onAdd && (
            <button
              type="button"
              className={classes.cockpit}
              aria-label={`${text('sinister.newOccurrence')}: ${sinister.devicePlate ?? sinister.device.name}`}
              title={text('sinister.newOccurrence')}
              onClick={onAdd}
            >
              <Icon path={mdiPlus} size={18} />
            </button>
          )}
          <Link
            className={classes.cockpit ?? ''}
            to={`/admin/sinisters/${sinister.id}`}
            aria-label={`${text('sinister.openCockpit')}: ${sinister.devicePlate ?? sinister.device.name}`}
            title={text('sinister.openCockpit')}
          >
            <Icon path={mdiMonitorDashboard} size={18} />
          </Link>
        </div>
      </div>
      {unfolded && (
        <div id={bodyId} className={classes.body}>
          <SinisterSections key={String(isAdding)} sinister={sinister} isAdding={isAdding}>
            <div className={classes.actions}>
              <Button icon={mdiCrosshairsGps} fullWidth onClick={() => onDevice(sinister.deviceId)}>
                {text('sinister.goToEvents')}
              </Button>
            </div>
          </SinisterSections>
        </div>
      )}
    </li>
  );
}
