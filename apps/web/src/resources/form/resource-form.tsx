import type { FieldError } from '@atalaia/contract/errors';
import { zodResolver } from '@hookform/resolvers/zod';
import { useLayoutEffect, useRef, useState } from 'react';
import { type FieldValues, FormProvider, get, useForm } from 'react-hook-form';
import type { ApiWriter } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { firstAtFault } from '../../lib/keys/first-at-fault.ts';
import { useKeys } from '../../lib/keys/use-keys.ts';
import { useLeaveQuestion } from '../../lib/leaving/use-leave-question.ts';
import { failureKey, refusalMessage } from '../../lib/texts/failure-text.ts';
import type { TextKey } from '../../lib/texts/texts.ts';
import { Button } from '../../ui/button/button.tsx';
import { FormRefusal } from '../../ui/feedback/form-refusal.tsx';
import { BusyOverlay } from '../../ui/feedback/spinner.tsx';
import { Question } from '../../ui/window/question.tsx';
import type { RowPlace, StoredRow } from '../api/save-row.ts';
import { type Differing, differing, EditConflict } from './edit-conflict.tsx';
import type { FormDefinition as Form, FormContext } from './form-definition.ts';
import { FormSections, firstFieldIn } from './form-sections.tsx';
import classes from './resource-form.module.css';
import { useSaveRow } from './use-save-row.ts';

interface ResourceFormProps<Row extends { readonly id: number }, Values extends FieldValues> {
  readonly form: Form<Row, Values>;
  readonly place: RowPlace<Row>;
  /** The row as it was read for this form; undefined for a new one. */
  readonly opened: StoredRow<Row> | undefined;
  /** How it is written, where the noun has a way of its own. */
  readonly save?: ((api: ApiWriter, input: object) => Promise<Row>) | undefined;
  /** What the row is called. */
  readonly name?: string | undefined;
  readonly context: FormContext;
  readonly onSaved: (saved: Row) => void;
  /** Back to the list; unsaved text asks first. */
  readonly onBack: () => void;
}

/** The form of one row: its sections, its messages and its two buttons (LIST-04). */
export function ResourceForm<Row extends { readonly id: number }, Values extends FieldValues>(
  props: ResourceFormProps<Row, Values>,
) {
  const { form, name, context, onBack } = props;
  const { text } = context;
  const part = useRef<HTMLFormElement>(null);
  const { methods, differences, refusal, save, submit, leave } = useFormState(props);
  useLayoutEffect(() => firstFieldIn(part.current)?.focus(), []);
  useKeys(part, [
    { key: 'F8', inFields: true, act: () => !save.isPending && void submit() },
    { key: 'Escape', inFields: true, act: onBack },
  ]);

  return (
    <FormProvider {...methods}>
      <form ref={part} className={classes.form} noValidate onSubmit={submit} data-holds-escape>
        <header className={classes.head}>
          <h2 className={classes.title}>{text(save.stored ? form.titles.edit : form.titles.add)}</h2>
          {name && (
            <p className={classes.name} dir="auto">
              {name}
            </p>
          )}
        </header>
        {differences && (
          <EditConflict differences={differences} sections={props.form.sections} context={context} />
        )}
        <FormSections form={form} row={save.stored?.row} context={context} />
        <footer className={classes.foot}>
          {refusal && <FormRefusal {...refusal} />}
          <Button onClick={onBack}>{text('list.back')}</Button>
          <span className={classes.grow} />
          <Button type="submit" kind="primary" disabled={save.isPending}>
            {text(save.stored ? 'list.update' : 'list.save')}
          </Button>
        </footer>
        {save.isPending && (
          <BusyOverlay
            label={text('list.working')}
            stopLabel={text('form.stopWaiting')}
            onStop={save.giveUp}
          />
        )}
      </form>
      {leave.question && <Question {...leave.question} />}
    </FormProvider>
  );
}

/** The state of a form: its fields, what the server refused, and what somebody else saved meanwhile. */
function useFormState<Row extends { readonly id: number }, Values extends FieldValues>({
  form,
  place,
  opened,
  save: write,
  context,
  onSaved,
}: ResourceFormProps<Row, Values>) {
  const { text } = context;
  const [base, setBase] = useState(() => form.valuesOf(opened?.row, context));
  const [differences, setDifferences] = useState<readonly Differing[]>();
  const [refusal, setRefusal] = useState<ReturnType<typeof refusalMessage>>();
  const schema = form.schema(context, opened?.row);
  const methods = useForm<FieldValues>({
    // The schema's own types are the noun's; this frame knows its values by their names alone.
    resolver: zodResolver(schema as never) as never,
    defaultValues: base,
    shouldFocusError: false,
  });
  const fields = form.sections.flatMap((section) => section.fields);
  const names = fields.map((field): string => field.name);
  const leave = useLeaveQuestion(methods.formState.isDirty);

  function showFaults(faults: Iterable<readonly [string, string]>, whole: typeof refusal): void {
    const listed = [...faults];
    for (const [at, message] of listed) methods.setError(at, { type: 'server', message });
    setRefusal(whole);
    // when the foot has grown by what it says, so that the field is not behind it
    requestAnimationFrame(() => {
      const [first] = listed;
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
      leave.release();
      onSaved(saved);
    },
    onFollowed({ row }, { refusal: reason, faults }) {
      const values = form.valuesOf(row, context);
      // their inputs stay known, so that the first at fault takes the focus
      methods.reset(values, { keepFieldsRef: true });
      setBase(values);
      setDifferences(undefined);
      showFaults(
        [...faults].filter(([at]) => names.includes(at)),
        { reason, retryLabel: undefined },
      );
    },
    onRefused(error) {
      const { atFields, elsewhere } = serverFaultsOf(error, names, form.fieldOf);
      const others = elsewhere.length > 0 ? ` (${elsewhere.join(', ')})` : '';
      const labels = refusalMessage(error, text);
      showFaults(
        atFields,
        atFields.size === 0 || others ? { ...labels, reason: labels.reason + others } : undefined,
      );
    },
    onConflict(stored) {
      const theirs = form.valuesOf(stored.row, context);
      const mine = methods.getValues();
      const found = differing(names, base, mine, theirs, get);
      for (const difference of found.filter(({ isContested }) => !isContested)) {
        methods.setValue(difference.name, difference.theirs);
      }
      setDifferences(found);
      setBase(theirs);
    },
  });
  const submit = methods.handleSubmit(
    (values) => {
      setRefusal(undefined);
      save.mutate(values as Values);
    },
    (faults) => firstAtFault(names.map((name) => get(faults, name)))?.focus(),
  );
  return { methods, differences, refusal, save, submit, leave };
}

/** Where the refusal of a form is shown: at its fields, and what belongs to none above the buttons (API-03). */
interface ServerFaults {
  /** Keys of phrases by the field they are shown at. */
  readonly atFields: ReadonlyMap<string, TextKey>;
  /** Paths of no visible field. */
  readonly elsewhere: readonly string[];
}

/**
 * `names` are those of the visible fields. A code of its own says what is wrong with the field (a duplicate, a cycle);
 * the one for everything says no more than that the value is not taken.
 */
export function serverFaultsOf(
  error: unknown,
  names: readonly string[],
  fieldOf: (path: string) => string | undefined = () => undefined,
): ServerFaults {
  if (!(error instanceof ApiError)) return { atFields: new Map(), elsewhere: [] };
  const atFields = new Map<string, TextKey>();
  const elsewhere: string[] = [];
  const { code } = error;
  for (const { path } of error.fields) {
    const name = fieldOf(path) ?? nameIn(names, path);
    if (name && names.includes(name)) {
      atFields.set(name, code === 'invalid-input' ? 'form.notTaken' : failureKey(error));
    } else elsewhere.push(path);
  }
  return { atFields, elsewhere };
}

function nameIn(names: readonly string[], path: FieldError['path']): string | undefined {
  const bare = path.replace(/^body\./, '');
  return names.find((name) => name === bare) ?? names.find((name) => name === bare.split('.').at(-1));
}
