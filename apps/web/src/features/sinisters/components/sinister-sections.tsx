import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { formatPhone, isPhone } from '@atalaia/domain/documents/mask';
import { mdiCheckCircleOutline, mdiFilePdfBox, mdiPlus } from '@mdi/js';
import { type ReactNode, useId, useState } from 'react';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useKept } from '../../../lib/leaving/use-kept.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { OccurrenceForm, occurrenceDraft } from '../occurrences/occurrence-form.tsx';
import { Timeline } from '../occurrences/timeline.tsx';
import { useReport } from '../use-report.ts';
import { useMayWriteSinisters } from '../use-sinister.ts';
import { ClosingForm, closingDraft } from './closing-form.tsx';
import sinisterFactsClasses from './sinister-facts.module.css';
import classes from './sinister-sections.module.css';
import { TitledFacts } from './titled-facts.tsx';

interface SinisterSectionsProps {
  readonly sinister: Sinister;
  /** The form to add an occurrence is open from the first. */
  readonly isAdding?: boolean;
  /** More that can be done with it, after what is essential. */
  readonly children?: ReactNode;
}

/** All of a sinister: its facts, the forms to add to it and to close it, its timeline, its closing (SIN-01). */
export function SinisterSections({ sinister, isAdding = false, children }: SinisterSectionsProps) {
  const { text } = useTexts();
  const mayWrite = useMayWriteSinisters();
  const isOpen = sinister.status === 'opened';
  return (
    <>
      <Section title={text('sinister.essential')}>
        <SinisterFacts sinister={sinister} />
        {children}
      </Section>
      {isOpen && mayWrite && <Acts sinister={sinister} isAdding={isAdding} />}
      <Section title={text('sinister.timeline')}>
        <Timeline occurrences={sinister.occurrences} />
      </Section>
      {!isOpen && (
        <Section title={text('sinister.closing')}>
          <ClosingFacts sinister={sinister} />
        </Section>
      )}
    </>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const titleId = useId();
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        {title}
      </h3>
      {children}
    </section>
  );
}

/** The two forms of an open sinister, one at a time. */
function Acts({ sinister, isAdding }: Pick<SinisterSectionsProps, 'sinister' | 'isAdding'>) {
  const { text } = useTexts();
  const [occurrence] = useKept(occurrenceDraft(sinister.id));
  const [closing] = useKept(closingDraft(sinister.id));
  // what was half-written when one left is there again
  const [shown, show] = useState<'occurrence' | 'closing' | null>(
    isAdding || occurrence ? 'occurrence' : closing ? 'closing' : null,
  );
  const hide = () => show(null);
  return (
    <div className={classes.section}>
      <div className={classes.acts}>
        <Button icon={mdiPlus} onClick={() => show('occurrence')} disabled={shown === 'occurrence'}>
          {text('sinister.addOccurrence')}
        </Button>
        <Button icon={mdiCheckCircleOutline} onClick={() => show('closing')} disabled={shown === 'closing'}>
          {text('sinister.close')}
        </Button>
      </div>
      {shown && (
        <div className={classes.form}>
          {shown === 'occurrence' ? (
            <OccurrenceForm sinisterId={sinister.id} onDone={hide} />
          ) : (
            <ClosingForm sinister={sinister} onDone={hide} />
          )}
        </div>
      )}
    </div>
  );
}

/** How a closed case ended, and its report to download (SIN-06). */
function ClosingFacts({ sinister }: { readonly sinister: Sinister }) {
  const { text } = useTexts();
  const formats = useFormats();
  const report = useReport(sinister.id);
  const { closingType, closingDate } = sinister;
  return (
    <>
      <TitledFacts
        facts={[
          [text('sinister.closingType'), closingType && text(`closingType.${closingType}`)],
          [text('sinister.closingDate'), closingDate && formats.dateTime(closingDate)],
          [text('sinister.closingAddress'), formats.address(sinister.closingAddress)],
          [text('sinister.vehicleDamaged'), text(sinister.vehicleDamaged ? 'value.yes' : 'value.no')],
          [text('sinister.closedBy'), sinister.closedBy],
        ]}
      />
      <p className={sinisterFactsClasses.description} dir="auto">
        {sinister.closingDescription}
      </p>
      <div className={sinisterFactsClasses.download}>
        <Button icon={mdiFilePdfBox} fullWidth busy={report.isPending} onClick={() => report.mutate()}>
          {text('sinister.download')}
        </Button>
        <p role="status" className={sinisterFactsClasses.progress}>
          {report.isPending && text('sinister.downloading')}
        </p>
      </div>
    </>
  );
}

/** The essential information of a sinister (SIN-01). */
function SinisterFacts({ sinister }: { readonly sinister: Sinister }) {
  const { text } = useTexts();
  const formats = useFormats();
  const { openingLatitude: latitude, openingLongitude: longitude } = sinister;
  const place =
    formats.address(sinister.openingAddress) ??
    (latitude !== null && longitude !== null
      ? `${formats.latitude(latitude)}, ${formats.longitude(longitude)}`
      : null);
  const phone = sinister.customerPhone ?? sinister.customer?.phone;
  const email = sinister.customer?.email;
  return (
    <>
      <TitledFacts
        facts={[
          [text('sinister.openingType'), text(`openingType.${sinister.openingType}`)],
          [text('sinister.openingDate'), formats.dateTime(sinister.openingDate)],
          [text('sinister.openingAddress'), place],
          [text('sinister.device'), sinister.device.name],
          [
            text('sinister.vehicle'),
            [sinister.deviceModel, sinister.deviceColor].filter(Boolean).join(' · '),
          ],
          [text('sinister.customer'), sinister.customerName],
          [
            text('sinister.customerPhone'),
            phone && <a href={`tel:${phone}`}>{isPhone(phone) ? formatPhone(phone) : phone}</a>,
          ],
          [text('sinister.customerEmail'), email && <a href={`mailto:${email}`}>{email}</a>],
          [text('sinister.openedBy'), sinister.openedBy],
        ]}
      />
      <p className={sinisterFactsClasses.description} dir="auto">
        {sinister.openingDescription}
      </p>
    </>
  );
}
