import { lazy, Suspense, useEffect, useState } from 'react';
import { useDeskRole } from '../../../lib/session/desk-role.ts';
import { useSession } from '../../../lib/session/session-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { useBlocks } from './blocks-api.ts';

const SecondPerson = lazy(async () => ({ default: (await import('./second-person.tsx')).SecondPerson }));

/**
 * The question to the second person, wherever he is in the interface (BLOCK-02); and what became of a block, to everybody who asked
 * for it (BLOCK-04).
 */
export function BlockQuestion() {
  const session = useSession();
  const isSupervisor = useDeskRole() === 'supervisor';
  const myId = session.phase === 'signed-in' ? session.person.id : 0;
  const { data = [] } = useBlocks('open', isSupervisor);
  const [later, put] = useState<readonly number[]>([]);
  useOutcomes(myId, isSupervisor);
  if (!isSupervisor) return null;
  const asked = data.find(
    ({ id, state, confirmUntil, askedBy }) =>
      state === 'requested' && confirmUntil !== null && askedBy !== myId && !later.includes(id),
  );
  return (
    asked && (
      <Suspense>
        <SecondPerson key={asked.id} block={asked} onLater={() => put([...later, asked.id])} />
      </Suspense>
    )
  );
}

/** A refusal is sent to the person who asked; a contradiction to the supervisors too. */
function useOutcomes(myId: number, isSupervisor: boolean): void {
  const { feed } = useLive();
  const { text } = useTexts();
  useEffect(
    () =>
      feed.onBlocks((blocks) => {
        for (const { state, askedBy, deviceName: name } of blocks) {
          const isMine = askedBy === myId;
          if (state === 'unanswered' && isMine) {
            toasts.show('failure', text('block.tellUnanswered', { name }));
          } else if (state === 'contradicted' && (isMine || isSupervisor)) {
            toasts.show('failure', text('block.tellContradicted', { name }));
          }
        }
      }),
    [feed, text, myId, isSupervisor],
  );
}
