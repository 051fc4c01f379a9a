import type { ProcedureStep } from '@atalaia/contract/desk/procedure';
import { commandParameters } from '@atalaia/domain/catalog/command-types';
import { openingTypes } from '@atalaia/domain/catalog/sinister-kinds';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { SeveralReferences } from '../../../../resources/form/several-references.tsx';
import { Checkbox } from '../../../../ui/field/checkbox.tsx';
import { MultiSelect } from '../../../../ui/field/multi-select.tsx';
import { SelectField } from '../../../../ui/field/select-field.tsx';
import { TextField } from '../../../../ui/field/text-field.tsx';
import classes from './procedure-editor.module.css';

/** Commands without parameters. */
const plainCommands = Object.entries(commandParameters).flatMap(([type, parameters]) =>
  parameters.length === 0 ? [type] : [],
);

interface StepKindFieldsProps {
  readonly step: ProcedureStep;
  readonly readOnly: boolean;
  readonly onChange: (part: Partial<ProcedureStep>) => void;
}

/** What only steps of one kind have. */
export function StepKindFields({ step, readOnly, onChange }: StepKindFieldsProps) {
  const { text, textOr } = useTexts();
  switch (step.kind) {
    case 'call':
      return (
        <div className={classes.row}>
          <TextField
            dense
            label={text('procedure.role')}
            description={text('procedure.roleHint')}
            maxLength={128}
            value={step.role ?? ''}
            onChange={({ currentTarget }) => onChange({ role: currentTarget.value || null })}
          />
          <Whole
            label={text('procedure.place')}
            least={1}
            most={20}
            value={step.place}
            onChange={(place) => onChange({ place })}
          />
        </div>
      );
    case 'wait':
      return (
        <Whole
          label={text('procedure.minutes')}
          least={1}
          most={240}
          value={step.minutes}
          onChange={(minutes) => onChange({ minutes })}
        />
      );
    case 'case':
      return (
        <SelectField
          labelled
          disabled={readOnly}
          label={text('procedure.openingType')}
          options={openingTypes.map((value) => ({ value, label: text(`openingType.${value}`) }))}
          chosen={step.openingType}
          onChoose={(openingType) => openingType && onChange({ openingType })}
        />
      );
    case 'command':
      return (
        <>
          <SelectField
            labelled
            searchable
            disabled={readOnly}
            label={text('procedure.command')}
            nothingFound={text('selector.empty')}
            options={plainCommands.map((value) => ({ value, label: textOr(`commandType.${value}`, value) }))}
            chosen={step.command.type || null}
            onChoose={(type) => type && onChange({ command: { type } })}
          />
          {step.command.type === 'engineStop' && (
            <SelectField
              labelled
              disabled={readOnly}
              label={text('blockPolicy.moment')}
              options={(['now', 'standstill', 'ignitionOff'] as const).map((value) => ({
                value,
                label: text(`blockWhen.${value}`),
              }))}
              chosen={step.when ?? 'now'}
              onChoose={(when) => when && onChange({ when })}
            />
          )}
        </>
      );
    case 'tell':
      return (
        <>
          <Checkbox
            label={text('procedure.supervisors')}
            checked={step.supervisors}
            onChange={({ currentTarget }) => onChange({ supervisors: currentTarget.checked })}
          />
          <SeveralReferences
            path="users"
            label={text('procedure.people')}
            disabled={readOnly}
            chosen={step.userIds.map(String)}
            onChoose={(ids) => onChange({ userIds: ids.map(Number) })}
          />
          <MultiSelect
            labelled
            disabled={readOnly}
            label={text('procedure.channels')}
            nothingFound={text('selector.empty')}
            clearLabel={text('action.clear')}
            options={channels.map((value) => ({ value, label: text(`procedureChannel.${value}`) }))}
            chosen={step.notificators}
            onChoose={(values) =>
              onChange({ notificators: channels.filter((value) => values.includes(value)) })
            }
          />
        </>
      );
    default:
      return null;
  }
}

const channels = ['mobile', 'mail', 'sms'] as const;

interface WholeProps {
  readonly label: string;
  readonly least: number;
  readonly most: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** What is no number within its bounds stays as it was. */
function Whole({ label, least, most, value, onChange }: WholeProps) {
  return (
    <TextField
      dense
      label={label}
      type="number"
      min={least}
      max={most}
      value={value}
      onChange={({ currentTarget }) => {
        const typed = Math.round(currentTarget.valueAsNumber);
        if (typed >= least && typed <= most) onChange(typed);
      }}
    />
  );
}
