import type { ProcedureStep, ProcedureStepKind } from '@atalaia/contract/desk/procedure';
import { commandParameters } from '@atalaia/domain/catalog/command-types';
import { openingTypes } from '@atalaia/domain/catalog/sinister-kinds';
import type { ProcedureProblem } from '@atalaia/domain/procedures/procedure-problems';
import { answersOf } from '@atalaia/domain/procedures/procedure-steps';
import { mdiArrowDown, mdiArrowUp, mdiDrag, mdiTrashCanOutline } from '@mdi/js';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { Checkbox } from '../../../../ui/field/checkbox.tsx';
import { MultiSelect } from '../../../../ui/field/multi-select.tsx';
import { SelectField } from '../../../../ui/field/select-field.tsx';
import { TextField } from '../../../../ui/field/text-field.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { answerText, stepTitle } from '../../step-words.ts';
import { SeveralReferences } from '../several-references.tsx';
import { stepKinds } from './procedure-draft.ts';
import classes from './procedure-editor.module.css';

interface StepFieldsProps {
  readonly steps: readonly ProcedureStep[];
  readonly step: ProcedureStep;
  readonly at: number;
  readonly readOnly: boolean;
  readonly problems: readonly ProcedureProblem[];
  readonly isDragged?: boolean;
  readonly onChange?: (part: Partial<ProcedureStep>) => void;
  readonly onKind?: (kind: ProcedureStepKind) => void;
  readonly onRemove?: () => void;
  readonly onMove?: (to: number) => void;
  readonly onDrag?: (at: number | null) => void;
  readonly onDrop?: () => void;
}

const nothing = () => undefined;

/** One step: what to do, of which kind, and where each of its answers leads. */
export function StepFields({
  steps,
  step,
  at,
  readOnly,
  problems,
  isDragged = false,
  onChange = nothing,
  onKind = nothing,
  onRemove = nothing,
  onMove = nothing,
  onDrag = nothing,
  onDrop = nothing,
}: StepFieldsProps) {
  const { text, textOr } = useTexts();
  const number = at + 1;
  const titleOf = (one: ProcedureStep, index: number) =>
    text('procedure.stepOf', {
      number: index + 1,
      title: stepTitle(one, textOr) || text('procedure.untitled'),
    });
  const targets = [
    { value: 'following', label: text('procedure.following') },
    { value: 'end', label: text('procedure.end') },
    ...steps.flatMap((one, index) =>
      one.id === step.id ? [] : [{ value: one.id, label: titleOf(one, index) }],
    ),
  ];
  return (
    <li
      className={classes.step}
      data-dragged={isDragged || undefined}
      data-wrong={problems.length > 0 || undefined}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
    >
      <div className={classes.stepHead}>
        {!readOnly && (
          // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse alone; keys move it by the buttons
          <span
            className={classes.handle}
            draggable
            title={text('procedure.drag', { number })}
            onDragStart={() => onDrag(at)}
            onDragEnd={() => onDrag(null)}
          >
            <Icon path={mdiDrag} size={18} />
          </span>
        )}
        <b className={classes.number}>{number}</b>
        <span className={classes.kind}>{text(`stepKind.${step.kind}`)}</span>
        {!readOnly && (
          <span className={classes.stepActs}>
            <IconButton
              size={28}
              name={text('procedure.moveUp', { number })}
              icon={mdiArrowUp}
              onClick={() => onMove(at - 1)}
            />
            <IconButton
              size={28}
              name={text('procedure.moveDown', { number })}
              icon={mdiArrowDown}
              onClick={() => onMove(at + 1)}
            />
            <IconButton
              size={28}
              name={text('procedure.removeStep', { number })}
              icon={mdiTrashCanOutline}
              onClick={onRemove}
            />
          </span>
        )}
      </div>
      {problems.length > 0 && (
        <ul className={classes.problems} role="alert">
          {problems.map(({ kind, answer = '', to = '' }) => (
            <li key={`${kind} ${answer}`}>
              {text(`procedureProblem.${kind}`, { answer: answerText(answer, textOr), to })}
            </li>
          ))}
        </ul>
      )}
      <fieldset className={classes.fields} disabled={readOnly}>
        <TextField
          label={text('procedure.stepTitle')}
          maxLength={300}
          value={stepTitle(step, textOr)}
          onChange={({ currentTarget }) => onChange({ title: currentTarget.value, key: null })}
        />
        <div className={classes.row}>
          <SelectField
            labelled
            label={text('procedure.stepKind')}
            disabled={readOnly}
            options={stepKinds.map((value) => ({ value, label: text(`stepKind.${value}`) }))}
            chosen={step.kind}
            onChoose={(kind) => kind && onKind(kind)}
          />
          <Checkbox
            label={text('procedure.isRequired')}
            checked={step.required}
            onChange={({ currentTarget }) => onChange({ required: currentTarget.checked })}
          />
        </div>
        <OwnFields step={step} readOnly={readOnly} onChange={onChange} />
        <div className={classes.ways}>
          {answersOf(step).map((answer) => (
            <SelectField
              key={answer}
              labelled
              disabled={readOnly}
              label={text('procedure.leadsTo', { answer: answerText(answer, textOr) })}
              options={targets}
              chosen={step.next[answer] ?? null}
              onChoose={(to) => to && onChange({ next: { ...step.next, [answer]: to } })}
            />
          ))}
        </div>
      </fieldset>
    </li>
  );
}

/** Commands without parameters. */
const plainCommands = Object.entries(commandParameters).flatMap(([type, parameters]) =>
  parameters.length === 0 ? [type] : [],
);

function OwnFields({
  step,
  readOnly,
  onChange,
}: Pick<StepFieldsProps, 'step' | 'readOnly'> & {
  readonly onChange: (part: Partial<ProcedureStep>) => void;
}) {
  const { text, textOr } = useTexts();
  switch (step.kind) {
    case 'call':
      return (
        <div className={classes.row}>
          <TextField
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
