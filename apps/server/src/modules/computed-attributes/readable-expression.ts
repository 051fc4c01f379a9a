import { type CompiledExpression, compileExpression } from '@atalaia/domain/expressions/computed-attribute';
import { AppError } from '../../errors/app-error.ts';

/** The expression, ready to be worked out. Throws a refusal that says what is wrong and at which character, from 0. */
export function readableExpression(text: string): CompiledExpression {
  const compiled = compileExpression(text);
  if (!compiled.error) return compiled;
  const { detail, position } = compiled.error;
  throw refusedExpression(`${detail} at character ${position + 1}`, { position });
}

export function refusedExpression(message: string, more: { readonly position?: number } = {}): AppError {
  return new AppError('invalid-expression', `The expression cannot be used: ${message}`, {
    fields: [{ path: 'expression', message }],
    ...more,
  });
}
