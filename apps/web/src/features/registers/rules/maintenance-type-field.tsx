import type { Maintenance } from '@atalaia/contract/maintenance';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { CustomFieldProps } from '../form/register-form.ts';
import { countedAttributes } from './maintenance-measure.ts';
import { TypeField } from './type-field.tsx';

/** What is counted. A maintenance of another client's making may count something else, and keeps it. */
export function MaintenanceTypeField({ row, ...field }: CustomFieldProps<Maintenance>) {
  const { text, textOr } = useTexts();
  const types = new Set<string>(row ? [...countedAttributes, row.type] : countedAttributes);
  const options = [...types].map((type) => ({ value: type, label: textOr(`attribute.${type}`, type) }));
  return <TypeField {...field} options={options} hint={text('maintenance.hint')} />;
}
