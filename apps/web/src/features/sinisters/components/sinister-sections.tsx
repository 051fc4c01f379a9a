import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { mdiCheckCircleOutline, mdiPlus } from '@mdi/js';
import { type ReactNode, useId, useState } from 'react';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { OccurrenceForm } from '../occurrences/occurrence-form.tsx';
import { Timeline } from '../occurrences/timeline.tsx';
import { useMayWriteSinisters } from '../use-may-write-sinisters.ts';
import { ClosingFacts } from './closing-facts.tsx';
import { ClosingForm } from './closing-form.tsx';
import { SinisterFacts } from './sinister-facts.tsx';
import classes from './sinister-sections.module.css';

interface SinisterSectionsProps {
  readonly sinister: Sinister;
  /** More that can be done with it, after what is essential. */
  readonly children?: ReactNode;
}

/** All of a sinister: its facts, the forms to add to it and to close it, its timeline, its closing (SIN-01). */
export function SinisterSections({ sinister, children }: SinisterSectionsProps) {
  const { text } = useTexts();
  const mayWrite = useMayWriteSinisters();
  const isOpen = sinister.status === 'opened';
  return (
    <>
      <Section title={text('sinister.essential')}>
        <SinisterFacts sinister={sinister} />
        {children}
      </Section>
      {isOpen && mayWrite && <Acts sinister={sinister} />}
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
function Acts({ sinister }: Pick<SinisterSectionsProps, 'sinister'>) {
  const { text } = useTexts();
  const [shown, show] = useState<'occurrence' | 'closing' | null>(null);
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
