import { openingTypes } from '@atalaia/domain/catalog/sinister-kinds';
import { mdiFilterOffOutline, mdiPlus, mdiShieldCheckOutline } from '@mdi/js';
import { useStore } from '../../../lib/store/use-store.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { MultiSelect } from '../../../ui/field/multi-select.tsx';
import { DraftCard } from '../opening/draft-card.tsx';
import { beginDraft, sinisterDraft } from '../opening/draft-store.ts';
import { addToCard, chooseTypes, sinistersView, toggleCard } from '../sinisters-view-store.ts';
import { useOpenSinisters } from '../use-open-sinisters.ts';
import { useMayWriteSinisters } from '../use-sinister.ts';
import { SinisterCard } from './sinister-card.tsx';
import classes from './sinisters-panel.module.css';

interface SinistersPanelProps {
  readonly onDevice: (deviceId: number) => void;
  /** The draft was given up (SIN-04). */
  readonly onCancelled: () => void;
}

/** The open sinisters: a filter by opening type, and one card each (SHELL-06). */
export function SinistersPanel({ onDevice, onCancelled }: SinistersPanelProps) {
  const { text } = useTexts();
  const { data, error, refetch } = useOpenSinisters();
  const { types, unfoldedId, isAdding } = useStore(sinistersView, (view) => view);
  const draft = useStore(sinisterDraft, (value) => value);
  const mayWrite = useMayWriteSinisters();
  const shown = data?.filter(({ openingType }) => types.length === 0 || types.includes(openingType));

  return (
    <div className={classes.panel} aria-busy={!data && !error}>
      <div className={classes.controls}>
        <MultiSelect
          label={text('sinister.filter')}
          options={openingTypes.map((type) => ({ value: type, label: text(`openingType.${type}`) }))}
          chosen={types}
          onChoose={(values) => chooseTypes(openingTypes.filter((type) => values.includes(type)))}
          nothingFound={text('selector.empty')}
          clearLabel={text('action.clear')}
        />
        {mayWrite && (
          <IconButton
            outlined
            name={text('sinister.new')}
            icon={mdiPlus}
            onClick={() => !beginDraft() && toasts.show('info', text('sinister.draftExists'))}
          />
        )}
      </div>
      {!data && !error && (
        <div className={classes.loading}>
          <Skeleton height={54} />
          <Skeleton height={54} />
          <Skeleton height={54} />
        </div>
      )}
      {!data && error && (
        <FailedState
          title={text('sinister.loadFailed')}
          reason={failureText(error, text)}
          retryLabel={text('error.retry')}
          onRetry={() => void refetch()}
        />
      )}
      {shown?.length === 0 && !draft && (
        <EmptyState
          icon={data?.length === 0 ? mdiShieldCheckOutline : mdiFilterOffOutline}
          hint={text(data?.length === 0 ? 'sinister.empty' : 'sinister.emptyFilter')}
        />
      )}
      {(draft || (shown && shown.length > 0)) && (
        <ol className={classes.cards} aria-label={text('sinister.list')}>
          {draft && <DraftCard draft={draft} onCancelled={onCancelled} />}
          {shown?.map((sinister) => (
            <SinisterCard
              key={sinister.id}
              sinister={sinister}
              unfolded={sinister.id === unfoldedId}
              onToggle={() => toggleCard(sinister.id)}
              isAdding={isAdding && sinister.id === unfoldedId}
              onAdd={mayWrite ? () => addToCard(sinister.id) : undefined}
              onDevice={onDevice}
            />
          ))}
        </ol>
      )}
    </div>
  );
}
