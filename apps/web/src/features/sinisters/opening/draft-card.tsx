import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import classes from '../components/sinister-card.module.css';
import { revealCard } from '../sinisters-view-store.ts';
import { reloadSinisters } from '../use-open-sinisters.ts';
import { DraftDevice } from './draft-device.tsx';
import { chooseDraftDevice, dropDraft, type SinisterDraft, typeDraft } from './draft-store.ts';
import { OpeningForm } from './opening-form.tsx';

interface DraftCardProps {
  readonly draft: SinisterDraft;
  readonly onCancelled: () => void;
}

/** The card of the sinister that is not saved yet: white, its form unfolded (SIN-03, SIN-04). */
export function DraftCard({ draft, onCancelled }: DraftCardProps) {
  const { text } = useTexts();
  const queries = useQueryClient();
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // A browser may answer with a promise, which is no way to clean up.
    void card.current?.scrollIntoView({ block: 'start' });
  }, []);
  const cancel = () => {
    dropDraft();
    reloadSinisters(queries);
    onCancelled();
  };
  const { device, place, typed } = draft;
  return (
    <li ref={card} className={classes.card} data-tone="draft" data-draft>
      <div className={classes.head}>
        <span className={classes.plate}>{text('sinister.new')}</span>
        <span className={classes.age}>{text('sinister.draft')}</span>
      </div>
      <div className={classes.body}>
        {device ? (
          <OpeningForm
            key={device.id}
            device={device}
            place={place}
            typed={typed}
            onType={typeDraft}
            onCancel={cancel}
            onOpened={(sinisterId) => {
              dropDraft();
              revealCard(sinisterId);
            }}
          />
        ) : (
          <DraftDevice onChoose={chooseDraftDevice} onCancel={cancel} />
        )}
      </div>
    </li>
  );
}
