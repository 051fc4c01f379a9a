import { zodResolver } from '@hookform/resolvers/zod';
import { useLayoutEffect, useRef, useState } from 'react';
import { type FieldValues, FormProvider, get, useForm } from 'react-hook-form';
import { useKeys } from '../../../lib/keys/use-keys.ts';
import { useHeld } from '../../../lib/leaving/use-held.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { Button } from '../../../ui/button/button.tsx';
import { BusyOverlay } from '../../../ui/feedback/busy-overlay.tsx';
import { Question } from '../../../ui/window/question.tsx';
import type { RowPlace, StandingRow } from '../api/save-row.ts';
import { firstFieldIn } from '../form/first-field.ts';
import { type Differing, differing } from '../form/rebase.ts';
import type { RegisterForm as Form, FormContext } from '../form/register-form.ts';
import { serverFaultsOf } from '../form/server-faults.ts';
import { useSaveRow } from '../use-save-row.ts';
import { EditConflict } from './edit-conflict.tsx';
import { FormSections } from './form-sections.tsx';
import classes from './register-form.module.css';

interface RegisterFormProps<Row extends { readonly id: number }, Values extends FieldValues> {
  readonly form: Form<Row, Values>;
  readonly place: RowPlace<Row>;
  /** The row as it was read for this form; undefined for a new one. */
  readonly opened: StandingRow<Row> | undefined;
  /** How it is written, where the noun has a way of its own. */
  readonly save?: ((input: object) => Promise<Row>) | undefined;
  /** What the row is called. */
  readonly name?: string | undefined;
  readonly context: FormContext;
  readonly onSaved: (saved: Row) => void;
  /** Back to the list; whoever has typed something is asked first. */
  readonly onBack: () => void;
}

/** The form of one row: its sections, its messages and its two buttons (LIST-04). */
export function RegisterForm<Row extends { readonly id: number }, Values extends FieldValues>({
  form,
  place,
  opened,
  save: write,
  name,
  context,
  onSaved,
  onBack,
}: RegisterFormProps<Row, Values>) {
  const { text } = context;
  const part = useRef<HTMLFormElement>(null);
  const [base, setBase] = useState(() => form.valuesOf(opened?.row, context));
  const [differences, setDifferences] = useState<readonly Differing[]>();
  const [refusal, setRefusal] = useState<string>();
  const schema = form.schema(context, opened?.row);
  const methods = useForm<FieldValues>({
    // The schema's own types are the noun's; this frame knows its values by their names alone.
    resolver: zodResolver(schema as never) as never,
    defaultValues: base,
  });
  const fields = form.sections.flatMap((section) => section.fields);
  const names = fields.map((field): string => field.name);
  const held = useHeld(methods.formState.isDirty);

  function tellAtFields(faults: Iterable<readonly [string, string]>, said: string | undefined): void {
    const told = [...faults];
    for (const [at, message] of told) methods.setError(at, { type: 'server', message });
    setRefusal(said);
    // when the foot has grown by what it says, so that the field is not behind it
    requestAnimationFrame(() => {
      const [first] = told;
      if (!first) return;
      methods.setFocus(first[0]);
      document.activeElement?.scrollIntoView({ block: 'center' });
    });
  }

  const save = useSaveRow({
    place,
    form,
    context,
    opened,
    write,
    onSaved(saved) {
      held.release();
      onSaved(saved);
    },
    onFollowed({ row }, { refusal: said, faults }) {
      const values = form.valuesOf(row, context);
      // their inputs stay known, so that the first at fault takes the focus
      methods.reset(values, { keepFieldsRef: true });
      setBase(values);
      setDifferences(undefined);
      tellAtFields(
        [...faults].filter(([at]) => names.includes(at)),
        said,
      );
    },
    onRefused(error) {
      const { atFields, elsewhere } = serverFaultsOf(error, names, form.fieldOf);
      const others = elsewhere.length > 0 ? ` (${elsewhere.join(', ')})` : '';
      tellAtFields(atFields, atFields.size === 0 || others ? failureText(error, text) + others : undefined);
    },
    onConflict(standing) {
      const theirs = form.valuesOf(standing.row, context);
      const mine = methods.getValues();
      const found = differing(names, base, mine, theirs, get);
      for (const difference of found.filter(({ isContested }) => !isContested)) {
        methods.setValue(difference.name, difference.theirs);
      }
      setDifferences(found);
      setBase(theirs);
    },
  });
  const submit = methods.handleSubmit((values) => {
    setRefusal(undefined);
    save.mutate(values as Values);
  });
  useLayoutEffect(() => firstFieldIn(part.current)?.focus(), []);
  useKeys(part, [
    { key: 'F8', inFields: true, act: () => !save.isPending && void submit() },
    { key: 'Escape', inFields: true, act: onBack },
  ]);

  return (
    <FormProvider {...methods}>
      <form ref={part} className={classes.form} noValidate onSubmit={submit} data-holds-escape>
        <header className={classes.head}>
          <h2 className={classes.title}>{text(save.standing ? form.titles.edit : form.titles.add)}</h2>
          {name && (
            <p className={classes.name} dir="auto">
              {name}
            </p>
          )}
        </header>
        {differences && <EditConflict differences={differences} fields={fields} context={context} />}
        <FormSections form={form} row={save.standing?.row} context={context} />
        <footer className={classes.foot} data-form-foot>
          {refusal && (
            <p role="alert" className={classes.refusal}>
              {refusal}
            </p>
          )}
          <Button onClick={onBack}>{text('list.back')}</Button>
          <span className={classes.grow} />
          <Button type="submit" kind="primary" disabled={save.isPending}>
            {text(save.standing ? 'list.update' : 'list.save')}
          </Button>
        </footer>
        {save.isPending && <BusyOverlay label={text('list.working')} />}
      </form>
      {held.question && <Question {...held.question} />}
    </FormProvider>
  );
}
