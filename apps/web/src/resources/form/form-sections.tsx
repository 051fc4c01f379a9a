import { type MouseEvent, useId, useState } from 'react';
import { type FieldValues, get, useFormState } from 'react-hook-form';
import type { FormContext, FormDefinition } from './form-definition.ts';
import { FormField } from './form-field.tsx';
import classes from './resource-form.module.css';

/** What a person fills in first: a list to choose from is read-only to the keyboard and yet filled in. */
const fillable = ':is(input:not([type="hidden"]), textarea):not(:disabled, [readonly]:not([aria-haspopup]))';

/** The first field of a part of a form that can be filled in; null where none can. */
export function firstFieldIn(part: ParentNode | null | undefined): HTMLElement | null {
  return part?.querySelector<HTMLElement>(fillable) ?? null;
}

interface FormSectionsProps<Row extends { readonly id: number }, Values extends FieldValues> {
  readonly form: FormDefinition<Row, Values>;
  readonly row: Row | undefined;
  readonly context: FormContext;
}

/** Sections one below the other, and above them their names, which lead there: the errors of the whole form are visible. */
export function FormSections<Row extends { readonly id: number }, Values extends FieldValues>({
  form,
  row,
  context,
}: FormSectionsProps<Row, Values>) {
  const id = useId();
  const { errors } = useFormState();
  const [at, setAt] = useState(0);
  const sections = form.sections.filter(({ when }) => when?.(context, row) ?? true);
  const goTo = (event: MouseEvent, index: number) => {
    event.preventDefault();
    setAt(index);
    const section = document.getElementById(`${id}${index}`);
    section?.scrollIntoView({ block: 'start' });
    (firstFieldIn(section) ?? section?.querySelector('button'))?.focus({ preventScroll: true });
  };
  return (
    <>
      {sections.length > 1 && (
        <nav className={classes.tabs} aria-label={context.text('form.sections')}>
          {sections.map(({ title, fields }, index) => (
            <button
              key={title}
              type="button"
              className={classes.tab}
              aria-current={at === index || undefined}
              data-faulty={fields.some(({ name }) => get(errors, name)) || undefined}
              onClick={(event) => goTo(event, index)}
            >
              {context.text(title)}
            </button>
          ))}
        </nav>
      )}
      <div className={classes.body} onScroll={({ currentTarget }) => setAt(sectionAt(currentTarget))}>
        {sections.map(({ title, fields }, index) => (
          <fieldset key={title} id={`${id}${index}`} className={classes.section}>
            <legend className={classes.legend} data-first={index === 0 || undefined}>
              {context.text(title)}
            </legend>
            <div className={classes.grid}>
              {fields.map((field) => (
                <FormField key={field.name} field={field} row={row} context={context} />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </>
  );
}

/** The section at the upper edge; the last one once all is scrolled. */
function sectionAt(body: HTMLElement): number {
  const tops = [...body.children].map((section) => section.getBoundingClientRect().top);
  if (body.scrollTop > 0 && body.scrollTop + body.clientHeight >= body.scrollHeight - 1)
    return tops.length - 1;
  const edge = body.getBoundingClientRect().top + 24;
  return Math.max(
    tops.findLastIndex((top) => top <= edge),
    0,
  );
}
