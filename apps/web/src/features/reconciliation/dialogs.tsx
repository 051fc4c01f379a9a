import { type MonthlyPrices, monthlyPricesSchema } from '@atalaia/contract/providers/reconciliation';
import { totalCountHeader } from '@atalaia/contract/values/sorting';
import { categories } from '@atalaia/domain/catalog/categories';
import type { Language } from '@atalaia/domain/catalog/language';
import { readTypedNumber, typedNumber } from '@atalaia/domain/units/number-text';
import { mdiPlus, mdiTrashCanOutline } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { ApiRequest } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { failureMessage, refusalMessage } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { FormRefusal } from '../../ui/feedback/form-refusal.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { Dialog, DialogFoot } from '../../ui/window/dialog.tsx';
import classes from './reconciliation.module.css';

const path = 'reconciliation/prices';

/** What a vehicle brings a month, by category (DRIFT-02). */
export function PricesDialog({ onClose }: { readonly onClose: () => void }) {
  const { text } = useTexts();
  const api = useApi();
  const query = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.json({ path, signal }, monthlyPricesSchema),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Dialog
      opened
      width={560}
      title={text('risk.prices')}
      closeLabel={text('action.close')}
      onClose={onClose}
    >
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={160} />}
      >
        {(stored) => <PricesForm stored={stored} onClose={onClose} />}
      </QueryView>
    </Dialog>
  );
}

/** A price as it is typed. */
interface TypedPrice {
  readonly category: string;
  readonly amount: string;
}

/** An amount as a person writes it in his language, as cents; undefined for what is none. */
function centsOf(typed: string, language: Language): number | undefined {
  const amount = readTypedNumber(typed.replace('R$', ''), language);
  return amount === undefined || amount < 0 ? undefined : Math.round(amount * 100);
}

function PricesForm({ stored, onClose }: { readonly stored: MonthlyPrices; readonly onClose: () => void }) {
  const { text, textOr, language } = useTexts();
  const queries = useQueryClient();
  const amountOf = (category: string) => {
    const cents = stored.find((one) => one.category === category)?.cents;
    return cents === undefined ? '' : typedNumber((cents / 100).toFixed(2), language);
  };
  const [others, setOthers] = useState(() => amountOf(''));
  const [prices, setPrices] = useState<readonly TypedPrice[]>(() =>
    stored
      .filter(({ category }) => category !== '')
      .map(({ category }) => ({ category, amount: amountOf(category) })),
  );
  const all = [...(others.trim() ? [{ category: '', amount: others }] : []), ...prices];
  const areGood = all.every(({ amount }) => centsOf(amount, language) !== undefined);
  const save = useWrite({
    ofForm: true,
    write: (api) =>
      api.json(
        {
          method: 'PUT',
          path,
          json: all.map(({ category, amount }) => ({ category, cents: centsOf(amount, language) ?? 0 })),
        },
        monthlyPricesSchema,
      ),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['reconciliation/money-at-risk'] });
      onClose();
    },
  });
  const free = categories.filter((one) => !prices.some(({ category }) => category === one));
  const change = (at: number, change: Partial<TypedPrice>) =>
    setPrices(prices.map((price, place) => (place === at ? { ...price, ...change } : price)));
  const errorOf = (amount: string) =>
    amount.trim() && centsOf(amount, language) === undefined ? text('risk.noAmount') : undefined;
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (areGood) save.mutate();
      }}
    >
      <TextField
        data-autofocus
        dense
        inputMode="decimal"
        label={text('risk.priceOfOthers')}
        description={text('risk.pricesHelp')}
        error={errorOf(others)}
        value={others}
        onChange={({ currentTarget }) => setOthers(currentTarget.value)}
      />
      {prices.map(({ category, amount }, at) => (
        <div key={category} className={classes.price}>
          <SelectField
            labelled
            searchable
            label={text('device.category')}
            options={[category, ...free].map((value) => ({
              value,
              label: textOr(`category.${value}`, value),
            }))}
            chosen={category}
            onChoose={(value) => value && change(at, { category: value })}
          />
          <TextField
            dense
            inputMode="decimal"
            label={text('risk.monthlyReais')}
            error={errorOf(amount)}
            value={amount}
            onChange={({ currentTarget }) => change(at, { amount: currentTarget.value })}
          />
          <IconButton
            name={text('risk.removePrice')}
            icon={mdiTrashCanOutline}
            onClick={() => setPrices(prices.filter((_, place) => place !== at))}
          />
        </div>
      ))}
      <Button
        icon={mdiPlus}
        disabled={free.length === 0}
        onClick={() => free[0] && setPrices([...prices, { category: free[0], amount: '' }])}
      >
        {text('risk.addPrice')}
      </Button>
      {save.isError && <FormRefusal {...refusalMessage(save.error, text)} />}
      <DialogFoot>
        <Button onClick={onClose}>{text('action.cancel')}</Button>
        <Button type="submit" kind="primary" busy={save.isPending} disabled={!areGood}>
          {text('action.save')}
        </Button>
      </DialogFoot>
    </form>
  );
}

interface ReasonDialogProps {
  readonly count: number;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onReason: (reason: string) => void;
}

/** Why what is found here is no fault; it is kept with who said it and when. */
export function ReasonDialog({ count, busy, onClose, onReason }: ReasonDialogProps) {
  const { text } = useTexts();
  const [reason, setReason] = useState('');
  return (
    <Dialog
      opened
      title={text('reconciliation.ignoreMany', { count })}
      closeLabel={text('action.close')}
      onClose={onClose}
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim()) onReason(reason.trim());
        }}
      >
        <TextField
          data-autofocus
          label={text('reconciliation.ignoreReason')}
          description={text('reconciliation.ignoreHelp')}
          maxLength={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <DialogFoot>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary" busy={busy} disabled={!reason.trim()}>
            {text('reconciliation.ignoreNow')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

interface SideDialogProps {
  readonly side: 'here' | 'there';
  /** How many; null for all that fit, which are counted here. */
  readonly count: number | null;
  readonly path: string;
  readonly filter: NonNullable<ApiRequest['query']>;
  readonly busy: boolean;
  readonly onClose: () => void;
  /** How many it said. */
  readonly onConfirm: (count: number) => void;
}

/** Says what taking one side of many writes, before it does. */
export function SideDialog({ side, count, path: list, filter, busy, onClose, onConfirm }: SideDialogProps) {
  const { text } = useTexts();
  const api = useApi();
  const { data: all, error } = useQuery({
    queryKey: [list, filter, 'count'],
    async queryFn({ signal }) {
      const { headers } = await api.answer(
        { path: list, query: { ...filter, limit: 1 }, signal },
        z.array(z.unknown()),
      );
      return Number(headers.get(totalCountHeader) ?? 0);
    },
    enabled: count === null,
    gcTime: 0,
  });
  const number = count ?? all;
  return (
    <Dialog
      opened
      title={text('difference.confirmTitle')}
      closeLabel={text('action.close')}
      onClose={onClose}
    >
      <div className={classes.form}>
        {error && <FormRefusal {...refusalMessage(error, text)} />}
        {number === undefined ? (
          !error && <Skeleton height={48} />
        ) : (
          <p>
            {number === 0
              ? text('difference.confirmNone')
              : text(side === 'here' ? 'difference.confirmHere' : 'difference.confirmThere', {
                  count: number,
                })}
          </p>
        )}
        <DialogFoot>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button
            kind="primary"
            data-autofocus
            busy={busy}
            disabled={!number}
            onClick={() => onConfirm(number ?? 0)}
          >
            {text('difference.confirm')}
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  );
}
