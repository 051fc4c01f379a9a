/** A computed attribute as its form holds it, and what is wrong with one (ATT-01). */
import { computedAttributeSchema } from '@atalaia/contract/rules/computed-attribute';
import { attributeMeaning } from '@atalaia/domain/attributes/position-attributes';
import { compileExpression, longestExpression } from '@atalaia/domain/expressions/computed-attribute';
import { computedNameFault } from '@atalaia/domain/expressions/computed-name';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';
import { z } from 'zod';
import type { Text } from '../../lib/texts/texts.ts';
import { requiredText } from '../../resources/form/field-values.ts';

const types = computedAttributeSchema.shape.type;

/** Longest name of an attribute the API keeps, characters. */
const longestName = 128;

export const computedValuesSchema = z
  .object({
    description: requiredText('computed.descriptionRequired'),
    attribute: requiredText('computed.attributeRequired', longestName),
    type: types,
    expression: requiredText('computed.expressionRequired', longestExpression),
  })
  .superRefine(({ attribute, type, expression }, context) => {
    const say = (path: string, message: PhraseKey) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (attribute !== '' && computedNameFault(attribute, type) !== undefined) {
      const isOther = (attributeMeaning(attribute)?.valueType ?? type) !== type;
      say('attribute', isOther ? 'computed.attributeIsOther' : 'computed.attributeIsField');
    }
    if (expression !== '' && compileExpression(expression).error) {
      say('expression', 'apiError.invalid-expression');
    }
  });

export type ComputedValues = z.infer<typeof computedValuesSchema>;

/** How much of the expression is shown from where it cannot be read, characters. */
const partShown = 16;

/** Says where an expression cannot be read: `position` counts from 0, a person from 1. */
export function faultMessage(expression: string, position: number, text: Text): string {
  const rest = expression.slice(position);
  const part = rest.trim() === '' ? '…' : rest.length > partShown ? `${rest.slice(0, partShown)}…` : rest;
  return text('computed.errorAt', { position: position + 1, part });
}
