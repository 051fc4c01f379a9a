import type { Text } from '../../lib/texts/texts.ts';

/** How much of the expression is shown from where it cannot be read, characters. */
const partShown = 16;

/** Says where an expression cannot be read: `position` counts from 0, a person from 1. */
export function faultMessage(expression: string, position: number, text: Text): string {
  const rest = expression.slice(position);
  const part = rest.trim() === '' ? '…' : rest.length > partShown ? `${rest.slice(0, partShown)}…` : rest;
  return text('computed.errorAt', { position: position + 1, part });
}
