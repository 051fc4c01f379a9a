import { type Maintenance, maintenanceSchema } from '@atalaia/contract/rules/maintenance';
import { z } from 'zod';
import type { Formats } from '../../lib/formats/formats.ts';
import { numberIn, textOfNumber } from '../../lib/formats/plain-number.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { requiredNumber, requiredText, textOf } from '../../resources/form/field-values.ts';
import type { CustomFieldProps, FormContext, FormDefinition } from '../../resources/form/form-definition.ts';
import { TypeField } from '../../resources/form/type-field.tsx';
import type { Resource } from '../../resources/resource.ts';
import { countedAttributes, measureOf } from './maintenance-measure.ts';

interface MaintenanceValues {
  name: string;
  type: string;
  /** Both in the unit that goes with the type. */
  start: string;
  period: string;
}

const valuesSchema = z.object({
  name: requiredText('maintenance.nameRequired'),
  type: requiredText('maintenance.typeRequired'),
  start: requiredNumber('maintenance.startRequired', { least: 0 }),
  // every 0 kilometres would be always
  period: requiredNumber('maintenance.periodRequired', { least: 0 }).refine(
    (typed) => numberIn(typed) !== 0,
    'apiError.zero-period',
  ),
});

const unit = ({ type }: Partial<MaintenanceValues>, { settings }: FormContext) =>
  measureOf(type ?? '', settings).sign;

export const maintenancesForm: FormDefinition<Maintenance, MaintenanceValues> = {
  titles: { add: 'maintenance.new', edit: 'maintenance.edit' },
  sections: [
    {
      title: 'maintenance.title',
      fields: [
        { name: 'name', label: 'maintenance.name', kind: 'text', required: true, wide: true },
        {
          name: 'type',
          label: 'maintenance.type',
          kind: 'custom',
          Field: MaintenanceTypeField,
          required: true,
          valueText: (type, { textOr }) => textOr(`attribute.${type}`, String(type)),
        },
        { name: 'start', label: 'maintenance.start', kind: 'number', required: true, unit },
        { name: 'period', label: 'maintenance.period', kind: 'number', required: true, unit },
      ],
    },
  ],
  schema: () => valuesSchema,
  valuesOf: (maintenance, { settings }) => {
    const { shown } = measureOf(maintenance?.type ?? '', settings);
    return {
      name: textOf(maintenance?.name),
      type: textOf(maintenance?.type),
      start: textOfNumber(maintenance && shown(maintenance.start)),
      period: textOfNumber(maintenance && shown(maintenance.period)),
    };
  },
  inputOf: ({ name, type, start, period }, maintenance, { settings }) => {
    const { stored } = measureOf(type, settings);
    return {
      name: name.trim(),
      type,
      start: stored(numberIn(start) ?? 0),
      period: stored(numberIn(period) ?? 0),
      attributes: maintenance?.attributes ?? {},
    };
  },
};

/** In the unit of what it counts. */
const measure = (type: string, value: number, formats: Formats) =>
  formats.attribute(type, value) ?? formats.count(value);

export const maintenances: Resource<Maintenance, MaintenanceValues> = {
  title: 'maintenance.title',
  path: 'maintenance',
  // clients and fleets keep their own, for their own vehicles
  isOwn: true,
  schema: maintenanceSchema,
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', title: 'maintenance.name', sort: 'name', cell: ({ name }) => name },
    {
      key: 'type',
      title: 'maintenance.type',
      sort: 'type',
      cell: ({ type }, { textOr }) => textOr(`attribute.${type}`, type),
    },
    {
      key: 'start',
      title: 'maintenance.start',
      sort: 'start',
      cell: ({ type, start }, { formats }) => measure(type, start, formats),
    },
    {
      key: 'period',
      title: 'maintenance.period',
      sort: 'period',
      cell: ({ type, period }, { formats }) => measure(type, period, formats),
    },
  ],
  form: maintenancesForm,
};

/** What is counted. A maintenance of another client's making may count something else, and keeps it. */
function MaintenanceTypeField({ row, ...field }: CustomFieldProps<Maintenance>) {
  const { text, textOr } = useTexts();
  const types = new Set<string>(row ? [...countedAttributes, row.type] : countedAttributes);
  const options = [...types].map((type) => ({ value: type, label: textOr(`attribute.${type}`, type) }));
  return <TypeField {...field} options={options} hint={text('maintenance.hint')} />;
}
