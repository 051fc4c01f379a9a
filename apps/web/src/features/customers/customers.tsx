import { type Customer, customerSchema } from '@atalaia/contract/accounts/customer';
import type { ImportAct, ImportPlan, ImportPlanRow } from '@atalaia/contract/reports/import';
import { formatAnyDocument } from '@atalaia/domain/documents/customer-document';
import { mdiLinkVariant } from '@mdi/js';
import { useState } from 'react';
import { phoneMask } from '../../lib/formats/phone-mask.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { useResourceFormContext } from '../../resources/form/use-resource-form-context.ts';
import planClasses from '../../resources/import/import-preview.module.css';
import { importTool } from '../../resources/import/import-tool.tsx';
import type { ListTool, ListToolProps, Resource } from '../../resources/resource.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { Pill, type Tone } from '../../ui/layout/pill.tsx';
import { type GridColumn, GridTable } from '../../ui/table/grid-table.tsx';
import { Dialog } from '../../ui/window/dialog.tsx';
import { categoryOptions, customerForm, statusOptions } from './customer-form.ts';
import type { CustomerValues } from './customer-values.ts';
import { paymentProviderOf } from './payments/payment-link.ts';
import { UnmatchedView } from './payments/unmatched-view.tsx';

/** Customers who have no other at the payment provider, for people whose account names one (PAY-01). */
const unmatchedTool: ListTool = {
  key: 'unmatched',
  writes: true,
  render: (props) => <UnmatchedTool {...props} />,
};

function UnmatchedTool({ onChanged }: ListToolProps) {
  const { text } = useTexts();
  const person = useResourceFormContext()?.person;
  const [opened, setOpened] = useState(false);
  if (!person || paymentProviderOf(person) === undefined) return null;
  const close = () => {
    setOpened(false);
    onChanged();
  };
  const title = text('payment.unmatched');
  return (
    <>
      <IconButton outlined size={34} name={title} icon={mdiLinkVariant} onClick={() => setOpened(true)} />
      {opened && (
        <Dialog opened width={1040} title={title} closeLabel={text('action.close')} onClose={close}>
          <UnmatchedView />
        </Dialog>
      )}
    </>
  );
}

const tones: Readonly<Record<Customer['status'], Tone>> = {
  active: 'online',
  trial: 'ignition',
  frozen: 'unknown',
  inactive: 'offline',
};

const nothing = () => undefined;
const acts: Readonly<Record<ImportAct, Tone>> = {
  create: 'online',
  update: 'brand',
  link: 'brand',
  keep: 'offline',
  again: 'offline',
  skip: 'alarm',
};

/** Row by row what comes, what is changed and what is left out, and why. */
function PlanTable({ plan }: { readonly plan: ImportPlan }) {
  const { text } = useTexts();
  const formats = useFormats();
  const [selected, select] = useState<string>();
  const counts = ({ customers, devices, users }: ImportPlan['created']) => ({
    customers: formats.count(customers),
    devices: formats.count(devices),
    users: formats.count(users),
  });
  const part = (key: 'customer' | 'device' | 'user', title: string): GridColumn<ImportPlanRow> => ({
    key,
    title,
    cell: ({ [key]: planned }) =>
      planned ? (
        <span className={planClasses.planned} title={planned.name}>
          <Pill tone={acts[planned.act]}>{text(`importAct.${planned.act}`)}</Pill>
          <span>{planned.name}</span>
        </span>
      ) : (
        text('value.missing')
      ),
  });
  const columns: readonly GridColumn<ImportPlanRow>[] = [
    { key: 'row', title: text('import.row'), width: 64, cell: ({ row }) => row },
    part('customer', text('desk.customer')),
    part('device', text('import.partDevice')),
    part('user', text('import.partUser')),
    {
      key: 'why',
      title: text('import.problem'),
      cell: ({ why }) => {
        const message = why === null ? text('value.missing') : text(`importError.${why}`, { value: '' });
        return <span title={message}>{message}</span>;
      },
    },
  ];
  const isEmpty = (part: ImportPlan['created']) => part.customers + part.devices + part.users === 0;
  return (
    <div className={planClasses.sample}>
      <h3 className={planClasses.title}>{text('import.plan')}</h3>
      <p className={planClasses.note}>
        {[
          text('import.planCreated', counts(plan.created)),
          ...(isEmpty(plan.updated) ? [] : [text('import.planUpdated', counts(plan.updated))]),
          text('import.planLinks', { count: plan.links }),
        ].join(' · ')}
      </p>
      <div className={planClasses.table}>
        <GridTable
          label={text('import.plan')}
          columns={columns}
          count={plan.rows.length}
          total={plan.rows.length}
          rowAt={(index) => plan.rows[index]}
          keyOf={({ row }) => String(row)}
          selected={selected}
          onSelect={({ row }) => select(String(row))}
          sorted={null}
          onSort={nothing}
          onVisibleRange={nothing}
        />
      </div>
    </div>
  );
}

export const customers = {
  title: 'customer.title',
  path: 'customers',
  schema: customerSchema,
  nameOf: ({ name }) => name,
  columns: [
    { key: 'name', title: 'customer.name', sort: 'name', cell: ({ name }) => name },
    {
      key: 'document',
      title: 'customer.cpfCnpj',
      sort: 'cpfCnpj',
      muted: true,
      optional: 420,
      cell: ({ cpfCnpj }) => formatAnyDocument(cpfCnpj),
    },
    {
      key: 'city',
      title: 'customer.city',
      sort: 'city',
      optional: 620,
      cell: ({ city, state }) => [city, state].filter(Boolean).join(' · '),
    },
    {
      key: 'phone',
      title: 'customer.phone',
      sort: 'phone',
      muted: true,
      optional: 620,
      cell: ({ phone }) => phoneMask.show(phone),
    },
    {
      key: 'category',
      title: 'customer.category',
      sort: 'category',
      optional: 860,
      cell: ({ category }, { text }) => text(`customerCategory.${category}`),
    },
    {
      key: 'status',
      title: 'customer.status',
      sort: 'status',
      cell: ({ status, disabled }, { text }) =>
        disabled ? (
          <Pill tone="offline">{text('customer.disabled')}</Pill>
        ) : (
          <Pill tone={tones[status]}>{text(`customerStatus.${status}`)}</Pill>
        ),
    },
  ],
  form: customerForm,
  bulk: {
    noun: 'customer',
    acts: [
      { key: 'groupId', label: 'customer.group', path: 'groups' },
      { key: 'category', label: 'customer.category', required: true, options: categoryOptions },
      { key: 'status', label: 'customer.status', required: true, options: statusOptions },
      { key: 'disable' },
      { key: 'enable' },
      { key: 'remove' },
    ],
  },
  tools: [
    importTool({
      path: 'imports/customers',
      title: 'import.customers',
      done: 'import.doneCustomers',
      templateName: 'modelo-clientes.xlsx',
    }),
    importTool({
      path: 'imports/base',
      title: 'import.base',
      done: 'import.doneBase',
      templateName: 'modelo-base.xlsx',
      // it registers devices too
      lockedFor: ({ deviceReadonly }) => deviceReadonly,
      showPlan: (plan) => <PlanTable plan={plan} />,
    }),
    unmatchedTool,
  ],
  removal: {
    moveTo: 'removal.customer.moveTo',
    choices: {
      device: {
        detach: 'removal.customer.detach',
        move: 'removal.customer.move',
        delete: 'removal.device.delete',
      },
      user: {
        detach: 'removal.customer.detach',
        move: 'removal.user.move',
        delete: 'removal.user.delete',
      },
    },
  },
} satisfies Resource<Customer, CustomerValues>;
