import {
  type ComputedAttribute,
  type ComputedAttributeInput,
  type ComputedValue,
  computedValueSchema,
} from '@atalaia/contract/rules/computed-attribute';
import { compileExpression } from '@atalaia/domain/expressions/computed-attribute';
import { mdiPlayOutline } from '@mdi/js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { attributeValue } from '../../lib/formats/attribute-text.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import type { Text, TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { CustomFieldProps } from '../../resources/form/form-definition.ts';
import { ReferenceField } from '../../resources/form/reference-field.tsx';
import { Button } from '../../ui/button/button.tsx';
import { TextArea } from '../../ui/field/text-area.tsx';
import { type ComputedValues, faultMessage } from './computed-values.ts';
import classes from './expression-field.module.css';

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

interface TryOutProps {
  /** An expression that cannot be read is not sent. */
  readonly isReadable: boolean;
}

/** What the expression gives on a device's last position, before anything is saved. */
function TryOut({ isReadable }: TryOutProps) {
  const texts = useTexts();
  const { text } = texts;
  const api = useApi();
  const formats = useFormats();
  const [deviceId, choose] = useState('');
  const { getValues } = useFormContext<ComputedValues>();
  const [attribute, expression, type] = useWatch<ComputedValues, ['attribute', 'expression', 'type']>({
    name: ['attribute', 'expression', 'type'],
  });
  const tryOut = useMutation({
    mutationFn: async () => {
      const { description, ...values } = getValues();
      // The result hangs on neither: they may still be empty.
      const named = {
        description: description.trim() || '-',
        ...values,
        attribute: values.attribute.trim() || '-',
      };
      return { value: await tryExpression(api, Number(deviceId), named), of: keyOf(named, deviceId) };
    },
  });
  const now = keyOf({ attribute: attribute.trim() || '-', expression, type }, deviceId);
  const { data, error } = tryOut;
  const lacks = !isReadable
    ? 'computed.tryNeedsExpression'
    : deviceId === ''
      ? 'computed.tryNeedsDevice'
      : null;
  return (
    <section className={classes.tryOut} aria-label={text('computed.tryOut')}>
      <ReferenceField
        path="devices"
        label={text('computed.tryDevice')}
        clearLabel={`${text('action.clear')}: ${text('computed.tryDevice')}`}
        chosen={deviceId}
        onChoose={(chosen) => {
          choose(chosen);
          tryOut.reset();
        }}
      />
      <Button
        icon={mdiPlayOutline}
        disabled={lacks !== null}
        busy={tryOut.isPending}
        onClick={() => tryOut.mutate()}
      >
        {text('computed.try')}
      </Button>
      <p className={classes.outcome} role="status" data-failed={error !== null || undefined}>
        {lacks && text(lacks)}
        {!lacks && error && failureMessage(error, expression, text)}
        {!lacks &&
          data?.of === now &&
          (data.value === null
            ? text('computed.noResult')
            : text('computed.result', {
                result: attributeValue(attribute.trim(), data.value, formats, texts),
              }))}
      </p>
    </section>
  );
}

/** A result is shown for as long as nothing it came of was changed. */
function keyOf(values: Omit<ComputedValues, 'description'>, deviceId: string): string {
  return JSON.stringify([values.attribute, values.expression, values.type, deviceId]);
}

function failureMessage(error: Error, expression: string, text: Text): string {
  if (!(error instanceof ApiError)) return failureText(error, text);
  if (error.code === 'not-found') return text('computed.noPosition');
  if (error.code !== 'invalid-expression') return failureText(error, text);
  const { position } = error.details ?? {};
  return typeof position === 'number' ? faultMessage(expression, position, text) : text('computed.errorUse');
}

/** What the attribute would be on the device's last position; null where a value it needs is missing. Throws ApiError. */
async function tryExpression(
  api: ApiClient,
  deviceId: number,
  input: ComputedAttributeInput,
): Promise<ComputedValue | null> {
  const bytes = await api.bytes({
    path: 'attributes/computed/test',
    query: { deviceId },
    posted: { json: input },
  });
  if (bytes.byteLength === 0) return null;
  return computedValueSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
}
