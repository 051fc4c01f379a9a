import type { Maintenance } from '@atalaia/contract/rules/maintenance';
import { z } from 'zod';
import { numberIn, textOfNumber } from '../../lib/formats/plain-number.ts';
import { requiredNumber, requiredText, textOf } from '../../resources/form/field-values.ts';
import type { FormContext, FormDefinition } from '../../resources/form/form-definition.ts';
import { measureOf } from './maintenance-measure.ts';
import { MaintenanceTypeField } from './maintenance-type-field.tsx';

export interface MaintenanceValues {
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
