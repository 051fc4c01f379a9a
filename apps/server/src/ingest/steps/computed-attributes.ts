import { attributeValue } from '@atalaia/domain/attribute-value';
import { typedResult } from '@atalaia/domain/computed-attribute';
import { type VariablePosition, variablesOf } from '@atalaia/domain/expression-variables';
import type { PositionAttributes } from '@atalaia/protocols/decoded-position';
import type { ComputedRule } from '../rules/rules.ts';
import { cleanText } from './clean.ts';

export interface Computed {
  readonly attributes: PositionAttributes;
  /** Expressions that could not be worked out, or whose result is not of their attribute's type. */
  readonly failures: number;
}

/**
 * The attributes with those that are worked out of them, before any event (ING-06): in the order of their ids, each
 * seeing those before it. One whose values are missing, or that fails, sets nothing.
 */
export function computedAttributes(
  rules: readonly ComputedRule[],
  position: VariablePosition & { readonly attributes: PositionAttributes },
  last: VariablePosition | undefined,
): Computed {
  const attributes: Record<string, string | number | boolean> = { ...position.attributes };
  const read = variablesOf({ fields: position.fields, attributes }, last);
  let failures = 0;
  for (const { attribute, type, expression } of rules) {
    const result = typedResult(type, expression.evaluate(read));
    if (result === undefined) continue;
    const kept = result === null ? undefined : attributeValue(attribute, result);
    if (kept === undefined) failures += 1;
    else attributes[attribute] = typeof kept === 'string' ? cleanText(kept) : kept;
  }
  return { attributes, failures };
}
