/** Names of procedures, their steps and answers: what ships is in the person's language while it keeps its name. */
import type { ProcedureStep } from '@atalaia/contract/desk/procedure';
import type { TextsState } from '../../lib/texts/texts.ts';

type TextOr = TextsState['textOr'];

export const procedureName = (
  { key, name }: { readonly key: string | null; readonly name: string },
  textOr: TextOr,
): string => (key === null ? name : textOr(`procedureName.${key}`, name));

export const stepTitle = (
  { key, title }: { readonly key?: string | null | undefined; readonly title: string },
  textOr: TextOr,
): string => (key ? textOr(`procedureStep.${key}`, title) : title);

export const answerText = (answer: string, textOr: TextOr): string => textOr(`stepAnswer.${answer}`, answer);

export type StepOf<Kind extends ProcedureStep['kind']> = ProcedureStep & { readonly kind: Kind };
