import {
  type DataClass,
  retentionAttributes,
  retentionFrom,
  type ServerSettings,
  serverSettingsSchema,
} from '@atalaia/contract/server/server-settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { failureMessage, refusalMessage } from '../../lib/texts/failure-text.ts';
import { useManagementTexts, useTexts } from '../../lib/texts/texts-context.ts';
import type { StoredRow } from '../../resources/api/save-row.ts';
import { Button } from '../../ui/button/button.tsx';
import { FormRefusal } from '../../ui/feedback/form-refusal.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { SelectField } from '../../ui/field/select-field.tsx';
import { Dialog, DialogFoot } from '../../ui/window/dialog.tsx';
import classes from './server-view.module.css';

const dataClasses = Object.keys(retentionAttributes) as DataClass[];
/** Days, 0 for ever. */
const choices = [0, 180, 365, 730, 1825, 3650];

const place = { path: 'server', schema: serverSettingsSchema };

/** Asks for how long each class of data is kept. Until it is answered nothing is deleted. */
export function RetentionDialog({ onClose }: { readonly onClose: () => void }) {
  useManagementTexts();
  const { text } = useTexts();
  const api = useApi();
  const query = useQuery({
    queryKey: ['server-retention'],
    async queryFn({ signal }): Promise<StoredRow<ServerSettings>> {
      const { body, headers } = await api.answer({ path: place.path, signal }, place.schema);
      return { row: body, revision: headers.get('etag') ?? undefined };
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <Dialog
      opened
      width={560}
      title={text('retention.title')}
      closeLabel={text('action.close')}
      onClose={onClose}
    >
      <p className={classes.question}>{text('retention.what')}</p>
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={220} />}
      >
        {(stored) => <RetentionForm key={query.dataUpdatedAt} stored={stored} onClose={onClose} />}
      </QueryView>
    </Dialog>
  );
}

interface RetentionFormProps {
  readonly stored: StoredRow<ServerSettings>;
  readonly onClose: () => void;
}

function RetentionForm({ stored: { row, revision }, onClose }: RetentionFormProps) {
  const { text } = useTexts();
  const queries = useQueryClient();
  const [days, setDays] = useState(() => {
    const kept = retentionFrom(row.attributes);
    return Object.fromEntries(dataClasses.map((name) => [name, kept[name] ?? 0])) as Record<
      DataClass,
      number
    >;
  });
  const save = useWrite({
    ofForm: true,
    write: (api) =>
      api.json(
        {
          method: 'PUT',
          path: place.path,
          json: {
            attributes: {
              ...row.attributes,
              ...Object.fromEntries(dataClasses.map((name) => [retentionAttributes[name], days[name]])),
            },
          },
          ifMatch: revision,
        },
        place.schema,
      ),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['server-storage'] });
      toasts.show('success', text('retention.saved'));
      onClose();
    },
  });
  const labelOf = (count: number) =>
    count === 0
      ? text('retention.forever')
      : count === 180
        ? text('retention.halfYear')
        : count % 365 === 0
          ? text('retention.years', { count: count / 365 })
          : text('retention.days', { count });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <div className={classes.periods}>
        {dataClasses.map((name) => (
          <SelectField
            key={name}
            labelled
            label={text(`retention.${name}`)}
            options={[...new Set([...choices, days[name]])].map((count) => ({
              value: String(count),
              label: labelOf(count),
            }))}
            chosen={String(days[name])}
            onChoose={(value) => setDays({ ...days, [name]: Number(value ?? days[name]) })}
          />
        ))}
      </div>
      {save.isError && <FormRefusal {...refusalMessage(save.error, text)} />}
      <DialogFoot>
        <Button onClick={onClose}>{text('retention.later')}</Button>
        <Button type="submit" kind="primary" busy={save.isPending}>
          {text('action.save')}
        </Button>
      </DialogFoot>
    </form>
  );
}
