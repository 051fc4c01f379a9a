import type { ProcedureUse } from '@atalaia/contract/desk/procedure';
import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { useApi } from '../../../../lib/api/api-context.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import type { CustomFieldProps } from '../../../../resources/form/form-definition.ts';
import { SelectField } from '../../../../ui/field/select-field.tsx';
import { procedureName } from '../../step-words.ts';
import { listProcedures, proceduresKey } from './procedure-calls.ts';

interface ProcedureFieldProps extends CustomFieldProps<unknown> {
  readonly use: ProcedureUse;
}

/** A published procedure of one use; '' for none. */
function ProcedureField({ use, name, label, readOnly }: ProcedureFieldProps) {
  const { text, textOr } = useTexts();
  const api = useApi();
  const { field, fieldState } = useController({ name });
  const { data = [] } = useQuery({
    queryKey: proceduresKey,
    queryFn: ({ signal }) => listProcedures(api, signal),
  });
  const { message } = fieldState.error ?? {};
  return (
    <SelectField
      labelled
      searchable
      label={label}
      disabled={readOnly}
      error={message && textOr(message, message)}
      clearLabel={text('action.clear')}
      nothingFound={text('selector.empty')}
      options={data
        .filter((one) => one.use === use && one.publishedVersion > 0)
        .map((one) => ({ value: String(one.id), label: procedureName(one, textOr) }))}
      chosen={field.value === '' ? null : String(field.value)}
      onChoose={(value) => field.onChange(value ?? '')}
    />
  );
}

export const AlarmProcedureField = (props: CustomFieldProps<unknown>) => (
  <ProcedureField use="alarm" {...props} />
);
export const CallProcedureField = (props: CustomFieldProps<unknown>) => (
  <ProcedureField use="call" {...props} />
);
