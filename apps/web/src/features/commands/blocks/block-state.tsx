import type { Block } from '@atalaia/contract/block/block';
import { useState } from 'react';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useNow } from '../../../lib/formats/use-now.ts';
import { useDeskRole } from '../../../lib/session/desk-role.ts';
import { useSession } from '../../../lib/session/session-context.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useManagementTexts, useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { BlockNoteDialog } from './block-note-dialog.tsx';
import { blockTones, stateWords } from './block-words.ts';
import classes from './blocks.module.css';
import { actOnBlock, type BlockAct, useBlockCheck } from './blocks-api.ts';

/**
 * The state of a vehicle's block and release, for everybody who sees it, with the actions he may take (BLOCK-03,
 * BLOCK-04).
 */
export function BlockState({ device }: { readonly device: { readonly id: number } }) {
  useManagementTexts();
  const { data } = useBlockCheck(device.id);
  const shown = [data?.block, data?.release].filter((block) => block != null);
  return shown.map((block) => <OneState key={block.id} block={block} />);
}

function OneState({ block }: { readonly block: Block }) {
  const texts = useTexts();
  const { text, textOr } = texts;
  const formats = useFormats();
  const [asking, ask] = useState<Exclude<BlockAct, 'confirm' | 'review'> | null>(null);
  const acts = useActs(block);
  const confirm = useWrite({
    write: (api) => actOnBlock(api, { block, act: 'confirm' }),
    onSuccess: () => toasts.show('success', text('block.confirmed')),
    onError: (error) => toasts.show('failure', failureText(error, text)),
  });
  const reason = textOr(`blockReason.${block.reason}`, block.reason);
  return (
    <div className={classes.state} data-tone={blockTones[block.state]} aria-live="polite">
      <p>
        <strong>
          {text(block.kind === 'block' ? 'block.block' : 'block.releaseOf')}:{' '}
          {stateWords(block, texts, formats)}
        </strong>{' '}
        {reason} · {text('block.by', { name: block.askedByName })} · {formats.dateTime(block.askedAt)}
      </p>
      {block.answer && <p dir="auto">{text('command.answer', { answer: block.answer })}</p>}
      {acts.length > 0 && (
        <span className={classes.acts}>
          {acts.map((act) => (
            <Button
              key={act}
              kind={act === 'confirm' ? 'primary' : 'default'}
              busy={act === 'confirm' && confirm.isPending}
              onClick={() => (act === 'confirm' ? confirm.mutate() : ask(act as typeof asking))}
            >
              {text(`block.${act}`)}
            </Button>
          ))}
        </span>
      )}
      {asking && <BlockNoteDialog block={block} act={asking} onClose={() => ask(null)} />}
    </div>
  );
}

/** What this person may do about a request that is not on the wire. */
function useActs(block: Block): readonly BlockAct[] {
  const session = useSession();
  const role = useDeskRole();
  const isSupervisor = role === 'supervisor';
  const nowMs = useNow(5_000);
  if (session.phase !== 'signed-in' || session.person.readonly) return [];
  if (block.state !== 'requested' && block.state !== 'waiting') return [];
  const isMine = block.askedBy === session.person.id;
  const isClients = role !== 'none' && !block.askedAtDesk;
  const awaitsSecond = block.confirmUntil !== null && block.state === 'requested';
  const isAlone = awaitsSecond && isMine && block.aloneFrom !== null && nowMs >= Date.parse(block.aloneFrom);
  return [
    ...(awaitsSecond && isSupervisor && !isMine ? (['confirm', 'refuse'] as const) : []),
    ...(isAlone ? (['alone'] as const) : []),
    ...(isMine || isSupervisor || isClients ? (['withdraw'] as const) : []),
  ];
}
