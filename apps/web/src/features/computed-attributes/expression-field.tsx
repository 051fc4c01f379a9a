import type { ComputedAttribute } from '@atalaia/contract/rules/computed-attribute';
import { compileExpression } from '@atalaia/domain/expressions/computed-attribute';
import { useController } from 'react-hook-form';
import type { TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { CustomFieldProps } from '../../resources/form/form-definition.ts';
import { TextArea } from '../../ui/field/text-area.tsx';
import { type ComputedValues, faultMessage } from './computed-values.ts';
import classes from './expression-field.module.css';
import { TryOut } from './try-out.tsx';

/** The expression, read while it is typed, and its try-out against a device (ATT-01). */
export function ExpressionField({ label, required, readOnly }: CustomFieldProps<ComputedAttribute>) {
  const { text } = useTexts();
  const { field, fieldState } = useController<ComputedValues, 'expression'>({ name: 'expression' });
  const expression = field.value;
  const { error } = expression.trim() === '' ? {} : compileExpression(expression);
  const fault = fieldState.error?.message;
  const broken = error && faultMessage(expression, error.position, text);
  return (
    <div className={classes.expression}>
      <TextArea
        ref={field.ref}
        label={label}
        required={required}
        aria-required={required}
        readOnly={readOnly}
        spellCheck={false}
        autoCapitalize="off"
        className={classes.code ?? ''}
        description={text('computed.expressionHelp')}
        error={broken ?? (fault && text(fault as TextKey))}
        value={expression}
        onBlur={field.onBlur}
        onChange={({ currentTarget }) => field.onChange(currentTarget.value)}
      />
      <TryOut isReadable={expression.trim() !== '' && !error} />
    </div>
  );
}
