import type { ComponentPropsWithRef } from 'react';
import { type FieldValues, type RefCallBack, useController, useFormContext, useWatch } from 'react-hook-form';
import { MultiSelect } from '../../ui/field/multi-select.tsx';
import { PasswordField } from '../../ui/field/password-field.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { SuggestField } from '../../ui/field/suggest-field.tsx';
import { TextArea } from '../../ui/field/text-area.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { ColourField } from '../../ui/form/colour-field.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { MaskedField } from '../../ui/form/masked-field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import type { FormField as Field, FieldKind, FormContext } from './form-definition.ts';
import { NumberFormField } from './number-form-field.tsx';
import { ReferenceField } from './reference-field.tsx';
import classes from './resource-form.module.css';

interface FormFieldProps<Row, Values extends FieldValues> {
  readonly field: Field<Row, Values>;
  readonly row: Row | undefined;
  readonly context: FormContext;
}

/** One field of a form as its data says, bound to the form around it. */
export function FormField<Row, Values extends FieldValues>(props: FormFieldProps<Row, Values>) {
  const values = useWatch() as Values;
  const { field, context, row } = props;
  if (field.when && !field.when(values, context, row)) return null;
  const warning = field.warning?.(values, context);
  const isWide = field.wide ?? (field.kind === 'long-text' || field.kind === 'custom');
  return (
    <div className={classes.field} data-wide={isWide || undefined}>
      {field.kind === 'custom' ? <OwnField {...props} /> : <BoundField {...props} values={values} />}
      {warning && (
        <p className={classes.warning} role="status">
          {context.text(warning)}
        </p>
      )}
    </div>
  );
}

function OwnField<Row, Values extends FieldValues>({ field, row, context }: FormFieldProps<Row, Values>) {
  if (field.kind !== 'custom') return null;
  return (
    <field.Field
      name={field.name}
      label={context.text(field.label)}
      required={field.required ?? false}
      row={row}
      readOnly={field.readOnly?.(context, row) ?? false}
    />
  );
}

function BoundField<Row, Values extends FieldValues>({
  field,
  row,
  context,
  values,
}: FormFieldProps<Row, Values> & { readonly values: Values }) {
  const { text, textOr } = context;
  const { control } = useFormContext();
  const {
    field: { value, onChange, onBlur, ref },
    fieldState: { error },
  } = useController({ control, name: field.name });
  const readOnly = field.readOnly?.(context, row) ?? false;
  const required = field.required ?? false;
  const label = text(field.label);
  const fault = error?.message && textOr(error.message, error.message);
  const hint = field.hint && text(field.hint);
  const bound = {
    value,
    onChange,
    context,
    values,
    readOnly,
    required,
    hint,
    common: { label, error: fault, onBlur, ref },
    clearLabel: `${text('action.clear')}: ${label}`,
    narrowed: field.kind === 'reference' ? field.query?.(row) : undefined,
  };
  switch (field.kind) {
    case 'switch':
    case 'select':
    case 'several':
    case 'reference':
      return <ChoiceField {...bound} field={field} />;
    case 'custom':
      return null;
    default:
      return <TypedField {...bound} field={field} />;
  }
}

interface BoundProps<Kind extends string> {
  readonly field: FieldKind<never> & { readonly kind: Kind };
  readonly value: never;
  readonly onChange: (value: unknown) => void;
  readonly context: FormContext;
  readonly values: FieldValues;
  readonly readOnly: boolean;
  readonly required: boolean;
  readonly hint: string | undefined;
  readonly clearLabel: string;
  /** What a reference's offers are narrowed by. */
  readonly narrowed: Readonly<Record<string, string>> | undefined;
  readonly common: {
    readonly label: string;
    readonly error: string | undefined;
    readonly onBlur: () => void;
    readonly ref: RefCallBack;
  };
}

/** A field whose value is typed. */
function TypedField({
  field,
  value,
  onChange,
  context,
  values,
  readOnly,
  required,
  hint,
  common,
}: BoundProps<'text' | 'number' | 'long-text' | 'password' | 'date' | 'colour'>) {
  const { text } = context;
  const { label } = common;
  const typed = { ...common, dense: true, required, readOnly, description: hint, 'aria-required': required };
  const onType = (next: string) => onChange(next);

  switch (field.kind) {
    case 'text':
      return (
        <TextFormField
          {...typed}
          kind={field}
          values={values}
          context={context}
          text={value}
          onType={onType}
        />
      );
    case 'number':
      return (
        <NumberFormField
          {...typed}
          {...(field.placeholder && { placeholder: text(field.placeholder) })}
          unit={field.unit?.(values, context)}
          text={value}
          onType={onType}
        />
      );
    case 'long-text':
      return (
        <TextArea
          {...common}
          required={required}
          readOnly={readOnly}
          description={hint}
          value={value}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
      );
    case 'password':
      return (
        <PasswordField
          {...typed}
          autoComplete="new-password"
          showLabel={text('login.showPassword')}
          hideLabel={text('login.hidePassword')}
          value={value}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
      );
    case 'date':
      return (
        <DateField
          {...typed}
          time={field.time}
          chooseLabel={`${text('action.choose')}: ${label}`}
          placeholder={
            field.time ? `${text('form.datePattern')} ${text('form.timePattern')}` : text('form.datePattern')
          }
          text={value}
          onType={onType}
        />
      );
    case 'colour':
      return (
        <ColourField
          {...typed}
          chooseLabel={`${text('action.choose')}: ${label}`}
          text={value}
          onType={onType}
        />
      );
  }
}

/** A field whose value is chosen. */
function ChoiceField({
  field,
  value,
  onChange,
  context,
  readOnly,
  required,
  hint,
  common,
  clearLabel,
  narrowed,
}: BoundProps<'switch' | 'select' | 'several' | 'reference'>) {
  const { text } = context;
  const clear = required ? {} : { clearLabel };

  switch (field.kind) {
    case 'switch':
      return (
        <SwitchField {...common} hint={hint} disabled={readOnly} on={value === true} onSwitch={onChange} />
      );
    case 'select':
      return (
        <SelectField
          labelled
          {...common}
          {...clear}
          hint={hint}
          required={required}
          disabled={readOnly}
          searchable={field.searchable ?? false}
          placeholder={text(field.placeholder ?? (required ? 'selector.placeholder' : 'form.notSet'))}
          nothingFound={text('selector.empty')}
          options={field.options(context)}
          chosen={value || null}
          onChoose={(chosen) => onChange(chosen ?? '')}
        />
      );
    case 'several':
      return (
        <MultiSelect
          labelled
          {...common}
          clearLabel={clearLabel}
          hint={hint}
          required={required}
          disabled={readOnly}
          placeholder={text('selector.placeholder')}
          nothingFound={text('selector.empty')}
          options={field.options(context)}
          chosen={value}
          onChoose={onChange}
        />
      );
    case 'reference':
      return (
        <ReferenceField
          {...common}
          {...clear}
          path={field.path}
          query={narrowed}
          nameOf={field.nameOf}
          hint={hint}
          required={required}
          disabled={readOnly}
          chosen={value}
          onChoose={onChange}
        />
      );
  }
}

interface TextFormFieldProps<Row>
  extends Omit<ComponentPropsWithRef<typeof TextField>, 'value' | 'onChange' | 'text'> {
  readonly kind: FieldKind<Row> & { readonly kind: 'text' };
  readonly values: FieldValues;
  readonly context: FormContext;
  readonly text: string;
  readonly onType: (text: string) => void;
}

/** A text, laid into its mask or with others offered, as its data says. */
function TextFormField<Row>({ kind, values, context, text, onType, ...field }: TextFormFieldProps<Row>) {
  const shown = {
    ...field,
    inputMode: kind.inputMode ?? 'text',
    ...(kind.placeholder && { placeholder: context.text(kind.placeholder) }),
  };
  const mask = kind.mask?.(values);
  if (mask) return <MaskedField {...shown} mask={mask} text={text} onType={onType} />;
  if (kind.suggestions && !field.readOnly) {
    return (
      <SuggestField
        {...shown}
        text={text}
        onType={onType}
        suggestions={kind.suggestions(context).map((value) => ({ value, label: value }))}
      />
    );
  }
  return <TextField {...shown} value={text} onChange={({ currentTarget }) => onType(currentTarget.value)} />;
}
