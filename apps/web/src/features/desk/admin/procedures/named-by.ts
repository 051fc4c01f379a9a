import { type Procedure, procedureSchema } from '@atalaia/contract/desk/procedure';
import type { TextsState } from '../../../../lib/texts/texts.ts';
import { ruleName } from '../../step-words.ts';

/** Also in the refusal of the person who archives one that is named. */
export const namedBySchema = procedureSchema.pick({ rules: true, callReasons: true });

/** Who names it: rules, and reasons of calls; what ships is in the person's language while it keeps its name. */
export const namedByText = (
  { rules, callReasons }: Pick<Procedure, 'rules' | 'callReasons'>,
  textOr: TextsState['textOr'],
): string =>
  [
    ...rules.map((rule) => ruleName(rule, textOr)),
    ...callReasons.map((reason) => textOr(`callReason.${reason}`, reason)),
  ].join(', ');
