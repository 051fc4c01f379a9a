import { type Maintenance, maintenanceSchema } from '@atalaia/contract/rules/maintenance';
import { formatInstant, parseFormInstant } from '@atalaia/domain/time/dates';
import { z } from 'zod';
import { numberIn, textOfNumber } from '../../lib/formats/plain-number.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { requiredNumber, requiredText, textOf } from '../../resources/form/field-values.ts';
import type { CustomFieldProps, FormContext, FormDefinition } from '../../resources/form/form-definition.ts';
import { TypeField } from '../../resources/form/type-field.tsx';
import type { CellTexts, Resource } from '../../resources/resource.ts';
import { countedAttributes, dayMs, isByTime, measureOf, measureText } from './maintenance-measure.ts';
import { DueMaintenances, vehiclesOfMaintenance } from './maintenance-states.tsx';

interface MaintenanceValues {
  name: string;
  type: string;
  /** Both in the unit that goes with the type. */
  start: string;
  period: string;
  /** In the place of `start` for one by time: the day of the first. */
  startDate: string;
}

const startSchema = requiredNumber('maintenance.startRequired', { least: 0 });

/** Of the two starts the one that goes with the type is looked at. */
const valuesSchema = ({ settings: { timezone } }: FormContext) =>
  z
    .object({
      name: requiredText('maintenance.nameRequired'),
      type: requiredText('maintenance.typeRequired'),
      start: z.string(),
      startDate: z.string(),
      // every 0 kilometres would be always
      period: requiredNumber('maintenance.periodRequired', { least: 0 }).refine(
        (typed) => numberIn(typed) !== 0,
        'apiError.zero-period',
      ),
    })
    .superRefine(({ type, start, startDate }, context) => {
      if (!isByTime(type)) {
        for (const { message } of startSchema.safeParse(start).error?.issues ?? [])
          context.addIssue({ code: 'custom', path: ['start'], message });
      } else if (startDate.trim() === '') {
        context.addIssue({ code: 'custom', path: ['startDate'], message: 'maintenance.startRequired' });
      } else if (parseFormInstant(startDate, timezone) === undefined) {
        context.addIssue({ code: 'custom', path: ['startDate'], message: 'form.notADate' });
      }
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
          valueText: (type, labels) => typeText(String(type), labels),
        },
        {
          ...{ name: 'start', label: 'maintenance.start', kind: 'number', required: true, unit },
          when: ({ type }) => !isByTime(type),
        },
        {
          ...{ name: 'startDate', label: 'maintenance.start', kind: 'date', required: true },
          when: ({ type }) => isByTime(type),
        },
        { name: 'period', label: 'maintenance.period', kind: 'number', required: true, unit },
      ],
    },
  ],
  schema: valuesSchema,
  valuesOf: (maintenance, { settings }) => {
    const { shown } = measureOf(maintenance?.type ?? '', settings);
    const isDated = maintenance && isByTime(maintenance.type);
    return {
      name: textOf(maintenance?.name),
      type: textOf(maintenance?.type),
      start: isDated ? '' : textOfNumber(maintenance && shown(maintenance.start)),
      startDate: isDated ? formatInstant(maintenance.start, 'formDate', settings.timezone) : '',
      period: textOfNumber(maintenance && shown(maintenance.period)),
    };
  },
  inputOf: ({ name, type, start, startDate, period }, maintenance, { settings }) => {
    const { stored } = measureOf(type, settings);
    return {
      name: name.trim(),
      type,
      start: isByTime(type)
        ? (parseFormInstant(startDate, settings.timezone) ?? 0)
        : stored(numberIn(start) ?? 0),
      period: stored(numberIn(period) ?? 0),
      attributes: maintenance?.attributes ?? {},
    };
  },
};

const typeText = (type: string, { text, textOr }: Pick<CellTexts, 'text' | 'textOr'>) =>
  isByTime(type) ? text('maintenance.byDate') : textOr(`attribute.${type}`, type);

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
      optional: 420,
      cell: ({ type }, labels) => typeText(type, labels),
    },
    {
      key: 'start',
      title: 'maintenance.start',
      sort: 'start',
      optional: 620,
      cell: ({ type, start }, { formats }) =>
        isByTime(type) ? formats.day(start) : measureText(type, start, formats),
    },
    {
      key: 'period',
      title: 'maintenance.period',
      sort: 'period',
      cell: ({ type, period }, { text, formats }) =>
        isByTime(type)
          ? text('maintenance.days', { count: Math.round(period / dayMs) })
          : measureText(type, period, formats),
    },
  ],
  form: maintenancesForm,
  views: [vehiclesOfMaintenance],
  tools: [{ key: 'due', writes: false, render: () => <DueMaintenances /> }],
};

/** What is counted. A maintenance of another client's making may count something else, and keeps it. */
function MaintenanceTypeField({ row, ...field }: CustomFieldProps<Maintenance>) {
  const texts = useTexts();
  const { text } = texts;
  const types = new Set<string>(row ? [...countedAttributes, row.type] : countedAttributes);
  const options = [...types].map((type) => ({ value: type, label: typeText(type, texts) }));
  return <TypeField {...field} options={options} hint={text('maintenance.hint')} />;
}
