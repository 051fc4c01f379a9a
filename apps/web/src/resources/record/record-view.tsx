/** All that is known of one row: what its form holds, to be read, and beside it what belongs to it. */
import { totalCountHeader } from '@atalaia/contract/values/sorting';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type FieldValues, get } from 'react-hook-form';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { failureMessage } from '../../lib/texts/failure-text.ts';
import type { TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { type Fact, FactList } from '../../ui/table/fact-list.tsx';
import type { FormContext, FormDefinition, FormField } from '../form/form-definition.ts';
import { useResourceFormContext } from '../form/use-resource-form-context.ts';
import view from '../list/row-view.module.css';
import type { Resource } from '../resource.ts';
import { useSubView } from '../sub-view.ts';
import { useMayWrite } from '../use-may-write.ts';
import classes from './record-view.module.css';

interface RecordViewProps<Row extends { readonly id: number }, Values extends FieldValues> {
  readonly resource: Resource<Row, Values>;
  readonly row: Row;
  readonly title: string;
  /** By the names of fields: what a reference leads to, and whatever else is not what the form holds. */
  readonly known?: Readonly<Record<string, ReactNode>>;
  /** Before what the form holds. */
  readonly first?: ReactNode;
  /** What belongs to it: several `RecordPart`s. */
  readonly children?: ReactNode;
  /** Beside the way back. */
  readonly acts?: ReactNode;
  readonly onDone: () => void;
}

export function RecordView<Row extends { readonly id: number }, Values extends FieldValues>({
  resource,
  row,
  title,
  known = {},
  first,
  children,
  acts,
  onDone,
}: RecordViewProps<Row, Values>) {
  const context = useResourceFormContext();
  const { show } = useSubView();
  const mayWrite = useMayWrite(resource);
  const { form } = resource;
  if (!context || !form) return null;
  const { text } = context;
  const parts = factsOf(form, row, context, known);
  return (
    <section className={view.view} aria-label={title}>
      <h2 className={view.title} dir="auto">
        {title}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={classes.parts} aria-label={text('record.open')} tabIndex={0}>
        <div className={classes.columns}>
          {first}
          {parts.map(({ title: part, facts }) => (
            <RecordPart key={part} title={text(part)}>
              <FactList facts={facts} />
            </RecordPart>
          ))}
          {children}
        </div>
      </section>
      <footer className={view.foot}>
        <Button onClick={onDone}>{text('list.back')}</Button>
        {mayWrite && (
          <Button kind="primary" onClick={() => show({ kind: 'form', rowId: row.id })}>
            {text('record.edit')}
          </Button>
        )}
        {acts}
      </footer>
    </section>
  );
}

interface FactsOfSection {
  readonly title: TextKey;
  readonly facts: readonly Fact[];
}

/** What a form holds of a row, section by section; what is empty, and a section without anything, is left out. */
export function factsOf<Row extends { readonly id: number }, Values extends FieldValues>(
  form: FormDefinition<Row, Values>,
  row: Row,
  context: FormContext,
  known: Readonly<Record<string, ReactNode>>,
): readonly FactsOfSection[] {
  const values = form.valuesOf(row, context);
  return form.sections
    .filter(({ when }) => when?.(context, row) ?? true)
    .map(({ title, fields }) => ({
      title,
      facts: fields
        .filter(({ when }) => when?.(values, context, row) ?? true)
        .flatMap((field) => {
          const value =
            field.name in known
              ? known[field.name]
              : shownOf(field, get(values, field.name), values, context);
          return value ? [{ name: context.text(field.label), value }] : [];
        }),
    }))
    .filter(({ facts }) => facts.length > 0);
}

/** What a person reads where the form has a field; nothing of a secret, and of what has no words of its own. */
function shownOf<Row, Values extends FieldValues>(
  field: FormField<Row, Values>,
  value: unknown,
  values: Values,
  context: FormContext,
): string {
  if (value === '' || value === undefined || value === null) return '';
  if (field.valueText) return field.valueText(value, context);
  switch (field.kind) {
    case 'password':
    case 'custom':
    case 'reference':
    case 'several':
      return '';
    case 'switch':
      return value === true ? context.text('value.yes') : '';
    case 'select':
      return field.options(context).find((option) => option.value === value)?.label ?? String(value);
    case 'number':
      return [String(value), field.unit?.(values, context)].filter(Boolean).join(' ');
    case 'text': {
      const mask = field.mask?.(values);
      return typeof mask === 'function' ? mask(String(value)) : String(value);
    }
    default:
      return String(value);
  }
}

interface RecordPartProps {
  readonly title: string;
  readonly children: ReactNode;
  /** The way to all of it. */
  readonly more?: { readonly label: string; readonly onOpen: () => void } | undefined;
}

export function RecordPart({ title, children, more }: RecordPartProps) {
  return (
    <section className={classes.part} aria-label={title}>
      <header className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        {more && <RecordLink onOpen={more.onOpen}>{more.label}</RecordLink>}
      </header>
      {children}
    </section>
  );
}

/** The way to another page, in a text. */
export function RecordLink({
  onOpen,
  children,
}: {
  readonly onOpen: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button type="button" className={classes.link} onClick={onOpen}>
      {children}
    </button>
  );
}

/** One row of a part. */
export interface RecordLine {
  readonly name: ReactNode;
  readonly detail?: ReactNode;
  /** At its end. */
  readonly mark?: ReactNode;
}

/** So many rows are shown, and the others counted. */
const mostShown = 5;

interface RecordRowsProps<Row extends { readonly id: number }> {
  readonly title: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string | number>>;
  readonly schema: z.ZodType<Row>;
  readonly lineOf: (row: Row) => RecordLine;
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** What to do where there is none. */
  readonly empty: string;
  /** Opens all of them. */
  readonly onAll?: (() => void) | undefined;
  /** Read again after this, ms: for what nobody tells of. */
  readonly refetchMs?: number;
}

/** The first few rows of what belongs to it, as far as the person sees them. */
export function RecordRows<Row extends { readonly id: number }>({
  title,
  path,
  query,
  schema,
  lineOf,
  onOpen,
  empty,
  onAll,
  refetchMs,
}: RecordRowsProps<Row>) {
  const { text } = useTexts();
  const api = useApi();
  const rows = useQuery({
    queryKey: ['resource', path, 'record', query],
    async queryFn({ signal }) {
      const request = { path, query: { ...query, limit: mostShown }, signal };
      const { body, headers } = await api.answer(request, z.array(schema));
      // not every list counts
      return { rows: body, total: Number(headers.get(totalCountHeader) ?? 0) };
    },
    ...(refetchMs !== undefined && { refetchInterval: refetchMs }),
    retry: false,
  });
  const total = rows.data?.total ?? 0;
  return (
    <RecordPart
      title={total > 0 ? text('record.counted', { title, count: total }) : title}
      more={onAll && { label: text('record.all'), onOpen: onAll }}
    >
      <QueryView
        query={rows}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={72} />}
      >
        {({ rows: shown }) => <RecordLines rows={shown} lineOf={lineOf} onOpen={onOpen} empty={empty} />}
      </QueryView>
    </RecordPart>
  );
}

interface RecordLinesProps<Row extends { readonly id: number }>
  extends Pick<RecordRowsProps<Row>, 'lineOf' | 'onOpen' | 'empty'> {
  readonly rows: readonly Row[];
}

export function RecordLines<Row extends { readonly id: number }>({
  rows,
  lineOf,
  onOpen,
  empty,
}: RecordLinesProps<Row>) {
  if (rows.length === 0) return <p className={classes.empty}>{empty}</p>;
  return (
    <ul className={classes.lines}>
      {rows.map((row) => {
        const { name, detail, mark } = lineOf(row);
        const line = (
          <>
            <span className={classes.words}>
              <span className={classes.name} dir="auto">
                {name}
              </span>
              {detail && (
                <span className={classes.detail} dir="auto">
                  {detail}
                </span>
              )}
            </span>
            {mark}
          </>
        );
        return (
          <li key={row.id}>
            {onOpen ? (
              <button type="button" className={classes.line} onClick={() => onOpen(row)}>
                {line}
              </button>
            ) : (
              <div className={classes.line}>{line}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
