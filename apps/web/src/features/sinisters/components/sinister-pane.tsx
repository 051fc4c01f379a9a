import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { mdiCrosshairsGps, mdiFilePdfBox } from '@mdi/js';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button, LinkButton } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { useReport } from '../use-report.ts';
import { useSinister } from '../use-sinister.ts';
import classes from './sinister-pane.module.css';
import { SinisterSections } from './sinister-sections.tsx';

interface SinisterPaneProps {
  /** As it was when it was opened from the table. */
  readonly sinister: Sinister;
  readonly onDevice: (deviceId: number) => void;
  readonly onBack: () => void;
}

/** A sinister beside the table of sinisters, as stored now. */
export function SinisterPane({ sinister: known, onDevice, onBack }: SinisterPaneProps) {
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
      <SinisterSections sinister={sinister}>
        {sinister.status === 'opened' && (
          <div className={classes.actions}>
            <LinkButton to={`/admin/sinisters/${sinister.id}`}>{text('sinister.openCockpit')}</LinkButton>
            <Button icon={mdiCrosshairsGps} fullWidth onClick={() => onDevice(sinister.deviceId)}>
              {text('sinister.goToEvents')}
            </Button>
          </div>
        )}
      </SinisterSections>
    </div>
  );
}

/** Downloads the report of a closed case from its row (SIN-06). */
export function ReportButton({ sinisterId, name }: { readonly sinisterId: number; readonly name: string }) {
  const { text } = useTexts();
  const report = useReport(sinisterId);
  return (
    <IconButton
      size={28}
      name={`${text('sinister.download')}: ${name}`}
      icon={mdiFilePdfBox}
      loading={report.isPending}
      onClick={() => report.mutate()}
    />
  );
}
