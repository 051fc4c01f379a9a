import type { ProcedureDetail, ProcedureStep, ProcedureUse } from '@atalaia/contract/desk/procedure';
import { procedureProblems } from '@atalaia/domain/procedures/procedure-problems';
import { useState } from 'react';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { procedureName } from '../../step-words.ts';
import { addStep } from './procedure-draft.ts';

export type ProcedureDraft = ReturnType<typeof useProcedureDraft>;

/** What is being written of a procedure, and what is wrong with it. */
export function useProcedureDraft(row: ProcedureDetail | undefined) {
  const { textOr } = useTexts();
  const shownName = row ? procedureName(row, textOr) : '';
  const [name, setName] = useState(shownName);
  const [use, setUse] = useState<ProcedureUse>(row?.use ?? 'alarm');
  const [steps, setSteps] = useState<readonly ProcedureStep[]>(row?.steps ?? addStep([]));
  /** Somebody wanted to save it: all that is wrong is shown. */
  const [isTried, setTried] = useState(false);
  const problems = procedureProblems(steps);
  const isNameless = name.trim() === '';
  return {
    ...{ shownName, name, setName, use, setUse, steps, setSteps, isTried, problems, isNameless },
    isDirty: name !== shownName || steps !== (row?.steps ?? steps),
    /** Whether it can be saved. */
    trySave(): boolean {
      setTried(true);
      return problems.length === 0 && !isNameless;
    },
  };
}
