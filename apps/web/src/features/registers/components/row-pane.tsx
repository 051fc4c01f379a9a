import { lazy, type ReactNode, Suspense, useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useKeys } from '../../../lib/keys/use-keys.ts';
import { leaveGuard } from '../../../lib/leaving/leave-guard.ts';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import type { FormContext } from '../form/register-form.ts';
import type { Register } from '../register.ts';
import type { SubView } from '../sub-view/sub-view.ts';
import { RegisterForm } from './register-form.tsx';
import classes from './register-screen.module.css';
import { StandingRowView } from './standing-row.tsx';

const LinksView = lazy(async () => ({ default: (await import('../links/links-view.tsx')).LinksView }));

interface RowPaneProps<Row extends { readonly id: number }, Values extends FieldValues> {
  readonly register: Register<Row, Values>;
  readonly shown: SubView;
  readonly context: FormContext;
  readonly onSaved: (saved: Row) => void;
  readonly onDone: () => void;
}

/** What is open beside the list: the form, the links or another view of one row. */
export function RowPane<Row extends { readonly id: number }, Values extends FieldValues>({
  register,
  shown: { kind, rowId },
  context,
  onSaved,
  onDone,
}: RowPaneProps<Row, Values>) {
  const { form, links, views } = register;
  const onBack = () => leaveGuard.leave(onDone);
  const view = views?.find(({ key }) => key === kind);
  if (kind === 'form' && form && rowId === null) {
    return (
      <RegisterForm
        form={form}
        place={register}
        opened={undefined}
        context={context}
        onSaved={onSaved}
        onBack={onBack}
      />
    );
  }
  if (rowId === null) return null;
  return (
    <StandingRowView key={`${kind}${rowId}`} place={register} id={rowId} onBack={onBack}>
      {(standing) => {
        const { row } = standing;
        const name = register.nameOf(row, context);
        if (kind === 'form' && form) {
          return (
            <RegisterForm
              form={form}
              place={register}
              opened={standing}
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
    </StandingRowView>
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
