import { mdiPlus } from '@mdi/js';
import { useState } from 'react';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { SelectField } from '../../../../ui/field/select-field.tsx';
import { TextField } from '../../../../ui/field/text-field.tsx';
import { addStep, changeStep, moveStep, removeStep, withKind } from './procedure-draft.ts';
import classes from './procedure-editor.module.css';
import { StepFields } from './step-fields.tsx';
import type { ProcedureDraft } from './use-procedure-draft.ts';

interface ProcedureDraftFieldsProps {
  readonly draft: ProcedureDraft;
  /** What it is for stays as it was made. */
  readonly isNew: boolean;
  readonly readOnly: boolean;
}

/** Name, what it is for, and the steps in their order. */
export function ProcedureDraftFields({ draft, isNew, readOnly }: ProcedureDraftFieldsProps) {
  const { text } = useTexts();
  const [dragged, drag] = useState<number | null>(null);
  const { steps, setSteps, problems, isTried } = draft;
  return (
    <>
      <TextField
        dense
        label={text('procedure.name')}
        value={draft.name}
        maxLength={128}
        readOnly={readOnly}
        error={isTried && draft.isNameless ? text('desk.nameRequired') : undefined}
        onChange={({ currentTarget }) => draft.setName(currentTarget.value)}
      />
      {isNew && (
        <SelectField
          labelled
          label={text('procedure.use')}
          options={(['alarm', 'call'] as const).map((value) => ({
            value,
            label: text(`procedureUse.${value}`),
          }))}
          chosen={draft.use}
          onChoose={(value) => value && draft.setUse(value)}
        />
      )}
      <ol className={classes.steps}>
        {steps.map((step, at) => (
          <StepFields
            key={step.id}
            steps={steps}
            step={step}
            at={at}
            readOnly={readOnly}
            problems={isTried || step.title !== '' ? problems.filter(({ index }) => index === at) : []}
            isDragged={dragged === at}
            onChange={(part) => setSteps(changeStep(steps, at, part))}
            onKind={(kind) => setSteps(withKind(steps, at, kind))}
            onRemove={() => setSteps(removeStep(steps, at))}
            onMove={(to) => setSteps(moveStep(steps, at, to))}
            onDrag={drag}
            onDrop={() => {
              if (dragged !== null) setSteps(moveStep(steps, dragged, at));
              drag(null);
            }}
          />
        ))}
      </ol>
      {isTried && problems.some(({ index }) => index === null) && (
        <p className={classes.problem} role="alert">
          {text('procedureProblem.no-steps')}
        </p>
      )}
      {!readOnly && (
        <Button icon={mdiPlus} onClick={() => setSteps(addStep(steps))}>
          {text('procedure.addStep')}
        </Button>
      )}
    </>
  );
}
