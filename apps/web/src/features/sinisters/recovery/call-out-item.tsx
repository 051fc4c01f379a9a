import {
  type CallOut,
  type CallOutChange,
  callOutSchema,
  type NewCallOut,
  newCallOutSchema,
} from '@atalaia/contract/sinisters/call-out';
import { formatPhone, isPhone } from '@atalaia/domain/documents/mask';
import { type FormEvent, useState } from 'react';
import { numberIn, textOfNumber } from '../../../lib/formats/plain-number.ts';
import { TimeAgo } from '../../../lib/formats/time-ago.tsx';
import { useFormats, useMoney } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Pill, type Tone } from '../../../ui/layout/pill.tsx';
import { Question } from '../../../ui/window/question.tsx';
import classes from './recovery.module.css';
import { useCaseWrite } from './recovery-calls.ts';

const tones: Readonly<Record<CallOut['state'], Tone>> = {
  sent: 'unknown',
  onTheWay: 'ignition',
  onSite: 'brand',
  recovered: 'online',
  declined: 'alarm',
  cancelled: 'offline',
};

/** How the link was sent, by what became of it. */
const ways = {
  opened: 'callOut.openedWhatsApp',
  sending: 'callOut.smsSending',
  sent: 'callOut.smsSent',
  failed: 'callOut.smsFailed',
} as const;

interface CallOutItemProps {
  readonly callOut: CallOut;
  /** The case is open, and the person may write. */
  readonly mayWrite: boolean;
  readonly onLink: (made: NewCallOut) => void;
}

/** One call-out: its state, when each answer came, how the link was sent, km, cost and who approved it. */
export function CallOutItem({ callOut, mayWrite, onLink }: CallOutItemProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const money = useMoney();
  const [shown, show] = useState<'costs' | 'cancel' | null>(null);
  const { id, sinisterId, name, phone, state, km, costCents, approvedBy } = callOut;
  const path = `sinisters/${sinisterId}/call-outs/${id}`;
  const change = useCaseWrite(sinisterId, (api, json: CallOutChange) =>
    api.json({ method: 'PUT', path, json }, callOutSchema),
  );
  const renew = useCaseWrite(sinisterId, (api) =>
    api.json({ method: 'POST', path: `${path}/link` }, newCallOutSchema),
  );
  const times = (
    [
      ['callOut.createdAt', callOut.createdAt],
      ['callOut.seenAt', callOut.seenAt],
      ['callOut.onTheWayAt', callOut.onTheWayAt],
      ['callOut.onSiteAt', callOut.onSiteAt],
      ['callOut.endedAt', callOut.endedAt],
    ] as const
  ).filter(([, at]) => at !== null);
  const goesOn = callOut.endedAt === null;
  // who opened the link has it, however it came to him
  const way = callOut.channelState
    ? ways[callOut.channelState]
    : callOut.seenAt === null && state === 'sent' && ('callOut.notSent' as const);
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <span className={classes.name} dir="auto" title={name}>
          {name}
        </span>
        <Pill tone={tones[state]}>{text(`callOutState.${state}`)}</Pill>
      </div>
      <p className={classes.muted}>
        <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{isPhone(phone) ? formatPhone(phone) : phone}</a>
        {way && ` · ${text(way)}`}
      </p>
      {callOut.placedAt && goesOn && (
        <p className={classes.muted}>
          {text('callOut.placed')} <TimeAgo instant={callOut.placedAt} />
          {' · '}
          <a
            href={`https://www.google.com/maps/search/?api=1&query=${callOut.latitude},${callOut.longitude}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            {formats.latitude(callOut.latitude ?? 0)}, {formats.longitude(callOut.longitude ?? 0)}
          </a>
        </p>
      )}
      <dl className={classes.times}>
        {times.map(([key, at]) => (
          <div key={key}>
            <dt>{text(key)}</dt>
            <dd>{formats.dateTime(at ?? '')}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.muted} dir="auto">
        {[
          text('callOut.approvedWas', { name: approvedBy }),
          km !== null && `${textOfNumber(km)} km`,
          costCents !== null && money(costCents),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className={classes.buttons}>
        {mayWrite && goesOn && (
          <Button busy={renew.isPending} onClick={() => renew.mutate(undefined, { onSuccess: onLink })}>
            {text('callOut.newLink')}
          </Button>
        )}
        {mayWrite && <Button onClick={() => show('costs')}>{text('callOut.costs')}</Button>}
        {mayWrite && goesOn && <Button onClick={() => show('cancel')}>{text('callOut.cancel')}</Button>}
      </div>
      {shown === 'costs' && (
        <Costs
          callOut={callOut}
          busy={change.isPending}
          onSave={(costs) => change.mutate(costs, { onSuccess: () => show(null) })}
          onClose={() => show(null)}
        />
      )}
      {shown === 'cancel' && (
        <Question
          title={text('callOut.cancel')}
          closeLabel={text('action.close')}
          cancelLabel={text('action.back')}
          actLabel={text('callOut.cancel')}
          busy={change.isPending}
          onAct={() => change.mutate({ cancelled: true }, { onSettled: () => show(null) })}
          onClose={() => show(null)}
        >
          <p>{text('callOut.cancelQuestion', { name })}</p>
        </Question>
      )}
    </li>
  );
}

interface CostsProps {
  readonly callOut: CallOut;
  readonly busy: boolean;
  readonly onSave: (change: CallOutChange) => void;
  readonly onClose: () => void;
}

/** Kilometres, cost and who approves it; an empty cost follows from the prices and the kilometres. */
function Costs({ callOut, busy, onSave, onClose }: CostsProps) {
  const { text } = useTexts();
  const [km, typeKm] = useState(textOfNumber(callOut.km));
  const [cost, typeCost] = useState('');
  const [approvedBy, typeApproved] = useState(callOut.approvedBy);
  const money = useMoney();
  const isWrong = (typed: string) => {
    const value = numberIn(typed);
    return value !== undefined && !(value >= 0 && value <= 100_000);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isWrong(km) || isWrong(cost) || approvedBy.trim() === '') return;
    const typed = numberIn(cost);
    onSave({
      km: numberIn(km) ?? null,
      ...(typed !== undefined && { costCents: Math.round(typed * 100) }),
      approvedBy: approvedBy.trim(),
    });
  };
  return (
    <form className={classes.costs} noValidate onSubmit={save} aria-label={text('callOut.costs')}>
      <TextField
        dense
        label={text('callOut.km')}
        inputMode="decimal"
        value={km}
        error={isWrong(km) ? text('form.notANumber') : undefined}
        onChange={({ currentTarget }) => typeKm(currentTarget.value)}
      />
      <TextField
        dense
        label={text('callOut.cost')}
        inputMode="decimal"
        placeholder={callOut.costCents === null ? '' : money(callOut.costCents)}
        value={cost}
        error={isWrong(cost) ? text('form.notANumber') : undefined}
        onChange={({ currentTarget }) => typeCost(currentTarget.value)}
      />
      <TextField
        dense
        label={`${text('callOut.approvedBy')} *`}
        value={approvedBy}
        maxLength={255}
        error={approvedBy.trim() === '' ? text('form.required') : undefined}
        onChange={({ currentTarget }) => typeApproved(currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button onClick={onClose}>{text('action.cancel')}</Button>
        <Button type="submit" kind="primary" busy={busy}>
          {text('callOut.approve')}
        </Button>
      </div>
    </form>
  );
}
