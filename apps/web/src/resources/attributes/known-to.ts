import { speedFromKnots } from '@atalaia/domain/units/units';
import type { KnownAttribute } from '../../lib/attributes/attribute-pairs.ts';
import { type AttributeOwner, knownAttributes } from '../../lib/attributes/known-attributes.ts';
import type { FormContext } from '../form/form-definition.ts';

/** The names an owner's editor offers this person. */
export function knownTo(
  owner: AttributeOwner,
  { text, formats, settings }: Pick<FormContext, 'text' | 'formats' | 'settings'>,
): KnownAttribute[] {
  return knownAttributes(owner, text, {
    sign: formats.speedUnit,
    factor: speedFromKnots(1, settings.speedUnit),
  });
}
