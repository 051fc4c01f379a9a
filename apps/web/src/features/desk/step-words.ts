/** Names of alarm rules, of procedures, their steps and answers: what ships is in the person's language while it keeps its name. */
import type { ProcedureStep } from '@atalaia/contract/desk/procedure';
import type { TextsState } from '../../lib/texts/texts.ts';

type TextOr = TextsState['textOr'];

interface Named {
  readonly key: string | null;
  readonly name: string;
}

export const ruleName = ({ key, name }: Named, textOr: TextOr): string =>
  key === null ? name : textOr(`alarmRule.${key}`, name);

export const procedureName = ({ key, name }: Named, textOr: TextOr): string =>
  key === null ? name : textOr(`procedureName.${key}`, name);

export const stepTitle = (
  { key, title }: { readonly key?: string | null | undefined; readonly title: string },
  textOr: TextOr,
): string => (key ? textOr(`procedureStep.${key}`, title) : title);

export const answerText = (answer: string, textOr: TextOr): string => textOr(`stepAnswer.${answer}`, answer);

export type StepOf<Kind extends ProcedureStep['kind']> = ProcedureStep & { readonly kind: Kind };
