import type { Maintenance } from '@atalaia/contract/rules/maintenance';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { CustomFieldProps } from '../../resources/form/form-definition.ts';
import { TypeField } from '../../resources/form/type-field.tsx';
import { countedAttributes } from './maintenance-measure.ts';

/** What is counted. A maintenance of another client's making may count something else, and keeps it. */
export function MaintenanceTypeField({ row, ...field }: CustomFieldProps<Maintenance>) {
  const { text, textOr } = useTexts();
  const types = new Set<string>(row ? [...countedAttributes, row.type] : countedAttributes);
  const options = [...types].map((type) => ({ value: type, label: textOr(`attribute.${type}`, type) }));
  return <TypeField {...field} options={options} hint={text('maintenance.hint')} />;
}
