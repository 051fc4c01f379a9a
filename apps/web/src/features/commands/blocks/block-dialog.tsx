import {
  type BlockCheck,
  type BlockReason,
  type BlockWhen,
  blockDetailSchema,
} from '@atalaia/contract/block/block';
import { useState } from 'react';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useDeskRole } from '../../../lib/session/desk-role.ts';
import { failureMessage } from '../../../lib/texts/failure-text.ts';
import { useManagementTexts, useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { ChoiceList } from '../../../ui/field/choice-list.tsx';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Dialog, DialogFoot } from '../../../ui/window/dialog.tsx';
import { useRefreshCommands } from '../use-command-news.ts';
import { hindranceWords, refusedWords, stateWords, vehicleWords } from './block-words.ts';
import classes from './blocks.module.css';
import { useBlockCheck } from './blocks-api.ts';
import { ReasonChoice } from './reason-choice.tsx';

interface EngineDialogProps {
  readonly device: { readonly id: number; readonly name: string };
  readonly onClose: () => void;
}

/** "Bloquear": says exactly what holds of the vehicle, and asks why and when (PANEL-03, CMD-07, BLOCK-01 to BLOCK-05). */
export function BlockDialog({ device, onClose }: EngineDialogProps) {
  useManagementTexts();
  const { text } = useTexts();
  const check = useBlockCheck(device.id);
  return (
    <Dialog
      opened
      width={560}
      title={text('block.title')}
      closeLabel={text('action.close')}
      onClose={onClose}
    >
      <p className={classes.question}>{text('panel.confirmBlock', { name: device.name })}</p>
      <QueryView
        query={check}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={220} />}
      >
        {(found) => <BlockForm device={device} check={found} onClose={onClose} />}
      </QueryView>
    </Dialog>
  );
}

/** The moments that are open: those that a rule forbids now are left out, and it says so above. */
function momentsOf({ hindrances, policy }: BlockCheck): readonly BlockWhen[] {
  if (hindrances.some(({ lift }) => lift === 'policy' || lift === 'device')) return [];
  const waits: readonly BlockWhen[] =
    policy.moment.value === 'ignitionOff' ? ['ignitionOff'] : ['standstill', 'ignitionOff'];
  return hindrances.some(({ lift }) => lift === 'wait') ? waits : ['now', ...waits];
}

function BlockForm({ device, check, onClose }: EngineDialogProps & { readonly check: BlockCheck }) {
  const texts = useTexts();
  const { text } = texts;
  const formats = useFormats();
  const refresh = useRefreshCommands();
  const worksAtDesk = useDeskRole() === 'operator';
  const moments = momentsOf(check);
  const needsConfirming = check.hindrances.some(({ lift }) => lift === 'confirm');
  const [reason, setReason] = useState<BlockReason | null>(null);
  const [note, setNote] = useState('');
  const [passPhrase, setPassPhrase] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [chosen, setWhen] = useState<BlockWhen | null>(null);
  const usual = needsConfirming ? 'standstill' : moments[0];
  const when = chosen !== null && moments.includes(chosen) ? chosen : usual;
  const isMeant = when === 'now' && needsConfirming;
  const asksPhrase = reason === 'ownerRequest' && worksAtDesk;
  const isComplete =
    reason !== null && (!isMeant || confirmation.trim() !== '') && (!asksPhrase || passPhrase.trim() !== '');
  const ask = useWrite({
    ofForm: true,
    write: (api) =>
      api.json(
        {
          method: 'POST',
          path: 'blocks',
          json: {
            ...{ deviceId: device.id, reason, when },
            ...(note.trim() && { note: note.trim() }),
            ...(asksPhrase && { passPhrase: passPhrase.trim() }),
            ...(isMeant && { confirmation: { reason: confirmation.trim() } }),
          },
        },
        blockDetailSchema,
      ),
    onSuccess({ state, stateReason }) {
      toasts.show('success', text(askedKey(state, stateReason)));
      refresh(device.id);
      onClose();
    },
  });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) ask.mutate();
      }}
    >
      <BlockFacts check={check} />
      {check.block && (
        <p role="alert" className={classes.warning}>
          {text('block.underWay', {
            name: check.block.askedByName,
            state: stateWords(check.block, texts, formats),
          })}
        </p>
      )}
      {moments.length > 0 && when && (
        <>
          <ReasonChoice chosen={reason} onChoose={setReason} opensAtOnce />
          {asksPhrase && (
            <TextField
              label={text('block.passPhrase')}
              value={passPhrase}
              autoComplete="off"
              onChange={({ currentTarget }) => setPassPhrase(currentTarget.value)}
            />
          )}
          <ChoiceList
            label={text('block.when')}
            choices={moments.map((value) => ({ value, label: text(`blockWhen.${value}`) }))}
            chosen={when}
            onChoose={setWhen}
          />
          {isMeant && (
            <TextArea
              label={text('block.confirmation')}
              value={confirmation}
              maxLength={500}
              onChange={({ currentTarget }) => setConfirmation(currentTarget.value)}
            />
          )}
          <TextField
            label={text('block.note')}
            value={note}
            maxLength={500}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
        </>
      )}
      {ask.isError && <FormRefusal {...refusedWords(ask.error, texts)} onRetry={() => ask.mutate()} />}
      <DialogFoot>
        <Button onClick={onClose}>{text('action.cancel')}</Button>
        {moments.length > 0 && (
          <Button type="submit" kind="danger" busy={ask.isPending} disabled={!isComplete}>
            {text('block.act')}
          </Button>
        )}
      </DialogFoot>
    </form>
  );
}

/** What holds now: the vehicle, the rules against it, what is installed. */
function BlockFacts({ check }: { readonly check: BlockCheck }) {
  const texts = useTexts();
  const { text } = texts;
  const formats = useFormats();
  const { installed, cuts, lastWorkedAt } = check;
  // what a confirmation would lift does not matter while a harder refusal remains
  const harder = check.hindrances.filter(({ lift }) => lift !== 'confirm');
  const hindrances = harder.length > 0 ? harder : check.hindrances;
  const worked = lastWorkedAt
    ? text('block.lastWorked', { date: formats.dateTime(lastWorkedAt) })
    : text('block.neverWorked');
  return (
    <>
      <p className={hindrances.length > 0 ? classes.warning : classes.fact}>
        {vehicleWords(check, texts, formats)}
      </p>
      {hindrances.length > 0 && (
        <ul className={classes.rules}>
          {hindrances.map((hindrance) => (
            <li key={`${hindrance.rule} ${hindrance.limit}`}>{hindranceWords(hindrance, texts)}</li>
          ))}
        </ul>
      )}
      {installed === 'unknown' && <p className={classes.warning}>{text('block.installedUnknown')}</p>}
      {installed !== 'no' && (
        <p className={classes.fact}>
          {[cuts && text('block.cuts', { what: cuts }), worked].join(' ').trim()}
        </p>
      )}
      {check.sinisterId > 0 && <p className={classes.fact}>{text('block.openTheft')}</p>}
      {check.needsSecond && <p className={classes.fact}>{text('block.needsSecond')}</p>}
    </>
  );
}

function askedKey(state: string, stateReason: string | null) {
  if (state === 'waiting') return 'block.waiting';
  if (state !== 'requested') return 'block.sent';
  return stateReason === 'second-person' ? 'block.requested' : 'block.queued';
}

/** "Liberar": with a reason, and the owner's pass phrase or a supervisor (BLOCK-06). */
export function ReleaseDialog({ device, onClose }: EngineDialogProps) {
  useManagementTexts();
  const texts = useTexts();
  const { text } = texts;
  const refresh = useRefreshCommands();
  const check = useBlockCheck(device.id);
  const [reason, setReason] = useState('');
  const [passPhrase, setPassPhrase] = useState('');
  const needsPhrase = check.data?.releaseNeedsPhrase === true;
  const isComplete = reason.trim() !== '' && (!needsPhrase || passPhrase.trim() !== '');
  const release = useWrite({
    ofForm: true,
    write: (api) =>
      api.json(
        {
          method: 'POST',
          path: 'blocks/release',
          json: {
            ...{ deviceId: device.id, reason: reason.trim() },
            ...(needsPhrase && { passPhrase: passPhrase.trim() }),
          },
        },
        blockDetailSchema,
      ),
    onSuccess({ state, stateReason }) {
      toasts.show('success', text(askedKey(state, stateReason)));
      refresh(device.id);
      onClose();
    },
  });
  return (
    <Dialog opened title={text('block.releaseTitle')} closeLabel={text('action.close')} onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete) release.mutate();
        }}
      >
        <p>{text('panel.confirmRelease', { name: device.name })}</p>
        <TextArea
          label={text('block.releaseReason')}
          value={reason}
          maxLength={500}
          data-autofocus
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {needsPhrase && (
          <TextField
            label={text('block.passPhrase')}
            value={passPhrase}
            autoComplete="off"
            onChange={({ currentTarget }) => setPassPhrase(currentTarget.value)}
          />
        )}
        {release.isError && (
          <FormRefusal {...refusedWords(release.error, texts)} onRetry={() => release.mutate()} />
        )}
        <DialogFoot>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary" busy={release.isPending} disabled={!isComplete}>
            {text('block.release')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
