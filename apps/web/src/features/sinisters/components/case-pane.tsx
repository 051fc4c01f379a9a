import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { mdiCrosshairsGps } from '@mdi/js';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { useSinister } from '../use-sinister.ts';
import classes from './case-pane.module.css';
import { CaseSections } from './case-sections.tsx';

interface CasePaneProps {
  /** As it was when it was opened from the table. */
  readonly sinister: Sinister;
  readonly onDevice: (deviceId: number) => void;
  readonly onBack: () => void;
}

/** A case beside the table of cases, as it stands now. */
export function CasePane({ sinister: known, onDevice, onBack }: CasePaneProps) {
  const { text } = useTexts();
  const { data: sinister = known } = useSinister(known.id, known);
  return (
    <div className={classes.pane}>
      <header className={classes.head}>
        <h2 className={classes.title}>
          {text('sinister.number', { number: sinister.number })}
          {sinister.devicePlate && <bdi> · {sinister.devicePlate}</bdi>}
        </h2>
        <Button onClick={onBack}>{text('action.back')}</Button>
      </header>
      <CaseSections sinister={sinister}>
        {sinister.status === 'opened' && (
          <div className={classes.actions}>
            <Button icon={mdiCrosshairsGps} fullWidth onClick={() => onDevice(sinister.deviceId)}>
              {text('sinister.goToEvents')}
            </Button>
          </div>
        )}
      </CaseSections>
    </div>
  );
}
