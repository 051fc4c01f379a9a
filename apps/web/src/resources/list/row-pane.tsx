import { lazy, type ReactNode, Suspense, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useKeys } from '../../lib/keys/use-keys.ts';
import { leaveGuard } from '../../lib/leaving/leave-guard.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import type { FormContext } from '../form/form-definition.ts';
import { ResourceForm } from '../form/resource-form.tsx';
import { StoredRowView } from '../form/stored-row.tsx';
import type { Resource } from '../resource.ts';
import type { SubView } from '../sub-view.ts';
import classes from './resource-screen.module.css';

const LinksView = lazy(async () => ({ default: (await import('../links/links-view.tsx')).LinksView }));

interface RowPaneProps<Row extends { readonly id: number }, Values extends FieldValues> {
  readonly resource: Resource<Row, Values>;
  readonly shown: SubView;
  readonly context: FormContext;
  readonly onSaved: (saved: Row) => void;
  readonly onDone: () => void;
}

/** What is open beside the list: the form, the links or another view of one row. */
export function RowPane<Row extends { readonly id: number }, Values extends FieldValues>({
  resource,
  shown: { kind, rowId },
  context,
  onSaved,
  onDone,
}: RowPaneProps<Row, Values>) {
  const { form, links, views } = resource;
  const onBack = () => leaveGuard.leave(onDone);
  const view = views?.find(({ key }) => key === kind);
  if (kind === 'form' && form && rowId === null) {
    return (
      <ResourceForm
        form={form}
        place={resource}
        opened={undefined}
        context={context}
        onSaved={onSaved}
        onBack={onBack}
      />
    );
  }
  if (rowId === null) return null;
  return (
    <StoredRowView key={`${kind}${rowId}`} place={resource} id={rowId} onBack={onBack}>
      {(stored) => {
        const { row } = stored;
        const name = resource.nameOf(row, context);
        if (kind === 'form' && form) {
          return (
            <ResourceForm
              form={form}
              place={resource}
              opened={stored}
              name={name}
              context={context}
              onSaved={onSaved}
              onBack={onBack}
            />
          );
        }
        if (kind === 'links' && links) {
          return (
            <WithEscape onBack={onBack} label={context.text('view.loading')}>
              <LinksView owner={links} row={row} name={name} onDone={onBack} />
            </WithEscape>
          );
        }
        if (!view) return null;
        return (
          <WithEscape onBack={onBack} label={context.text('view.loading')}>
            <view.View row={row} onDone={onBack} />
          </WithEscape>
        );
      }}
    </StoredRowView>
  );
}

interface WithEscapeProps {
  readonly onBack: () => void;
  readonly label: string;
  readonly children: ReactNode;
}

/** A view that knows nothing of keys: Escape leads from it to the list. */
function WithEscape({ onBack, label, children }: WithEscapeProps) {
  const part = useRef<HTMLDivElement>(null);
  useKeys(part, [{ key: 'Escape', inFields: true, act: onBack }]);
  return (
    <div ref={part} className={classes.view} data-holds-escape>
      <Suspense fallback={<Spinner label={label} />}>{children}</Suspense>
    </div>
  );
}
