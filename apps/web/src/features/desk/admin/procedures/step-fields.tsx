import type { ProcedureStep, ProcedureStepKind } from '@atalaia/contract/desk/procedure';
import type { ProcedureProblem } from '@atalaia/domain/procedures/procedure-problems';
import { answersOf } from '@atalaia/domain/procedures/procedure-steps';
import { mdiArrowDown, mdiArrowUp, mdiDrag, mdiTrashCanOutline } from '@mdi/js';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { Checkbox } from '../../../../ui/field/checkbox.tsx';
import { SelectField } from '../../../../ui/field/select-field.tsx';
import { TextField } from '../../../../ui/field/text-field.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { answerText, stepTitle } from '../../step-words.ts';
import { stepKinds } from './procedure-draft.ts';
import classes from './procedure-editor.module.css';
import { StepKindFields } from './step-kind-fields.tsx';

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
      <StepHead {...{ step, at, readOnly, onRemove, onMove, onDrag }} />
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
          dense
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
        <StepKindFields step={step} readOnly={readOnly} onChange={onChange} />
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

type StepHeadProps = Pick<StepFieldsProps, 'step' | 'at' | 'readOnly'> &
  Required<Pick<StepFieldsProps, 'onRemove' | 'onMove' | 'onDrag'>>;

/** Its place and kind; it is moved by the mouse or by buttons. */
function StepHead({ step, at, readOnly, onRemove, onMove, onDrag }: StepHeadProps) {
  const { text } = useTexts();
  const number = at + 1;
  return (
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
  );
}
