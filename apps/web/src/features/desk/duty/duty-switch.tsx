import { type DutyState, dutyStateSchema, operatorSchema } from '@atalaia/contract/desk/desk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { useApi } from '../../../lib/api/api-context.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useSession, useUserId } from '../../../lib/session/session-context.ts';
import { createStore } from '../../../lib/store/store.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import classes from './duty-switch.module.css';

/** What the server said last; null until it did. */
const ownDuty = createStore<DutyState | null>(null);
/** The desk was opened on this page: once is enough, whoever pauses then stays so. */
const deskOpened = createStore(false);

interface DutySwitchProps {
  /** It stands at the desk itself: opening that is "Em serviço". Beside the map it only says and changes. */
  readonly opensDesk?: boolean;
}

/** "Em serviço", "Pausa" or "Fora" (SHIFT-01). Who may change nothing is on no duty. */
export function DutySwitch({ opensDesk = false }: DutySwitchProps) {
  const { text } = useTexts();
  const queries = useQueryClient();
  const session = useSession();
  const mayWork = session.phase === 'signed-in' && !session.person.readonly;
  const duty = useStore(ownDuty, (state) => state);
  const save = useWrite({
    write: (api, state: DutyState) =>
      api.json({ method: 'PUT', path: 'desk/duty', json: { state } }, operatorSchema),
    onSuccess(me) {
      ownDuty.set(me.duty);
      void queries.invalidateQueries({ queryKey: ['desk-operators'] });
    },
    onError: (error) => toasts.show('failure', failureText(error, text)),
  });
  const { mutate } = save;
  useEffect(() => {
    if (!opensDesk || !mayWork || deskOpened.get()) return;
    deskOpened.set(true);
    mutate('on');
  }, [opensDesk, mayWork, mutate]);
  // 5 min without a connection made him "Fora": the screen shows what the server says
  const userId = useUserId();
  const api = useApi();
  useQuery({
    queryKey: ['desk-operators', 'own', userId],
    async queryFn({ signal }) {
      const people = await api.json({ path: 'desk/operators', signal }, z.array(operatorSchema));
      const me = people.find((person) => person.userId === userId);
      const said = me?.duty ?? 'off';
      ownDuty.set(said);
      return said;
    },
    enabled: mayWork && !save.isPending,
    refetchInterval: 30_000,
    refetchOnReconnect: 'always',
  });
  if (!mayWork) return null;
  return (
    <span className={classes.duty}>
      <SelectField
        label={text('desk.duty')}
        options={dutyStateSchema.options.map((value) => ({ value, label: text(`duty.${value}`) }))}
        chosen={duty}
        onChoose={(value) => value && mutate(value)}
      />
    </span>
  );
}
