/** From a new customer to what he is told of, in one window: each step may be left out, and a reload continues where it was. */
import { invitationSchema } from '@atalaia/contract/accounts/account-link';
import { type Customer, customerSchema } from '@atalaia/contract/accounts/customer';
import { type User, userSchema } from '@atalaia/contract/accounts/user';
import { mdiAccountPlusOutline, mdiContentCopy } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ZodType } from 'zod';
import { customerForm } from '../../../features/customers/customer-form.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { copyText } from '../../../lib/files/copy-text.ts';
import { createRememberedStore } from '../../../lib/store/remembered-store.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { ReferenceField } from '../../../resources/form/reference-field.tsx';
import { ResourceForm } from '../../../resources/form/resource-form.tsx';
import { useResourceFormContext } from '../../../resources/form/use-resource-form-context.ts';
import type { ListTool, ListToolProps } from '../../../resources/resource.ts';
import { Button } from '../../../ui/button/button.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Dialog } from '../../../ui/window/dialog.tsx';
import classes from './new-customer.module.css';
import { DevicesStep, NotificationStep, StepForm } from './new-customer-steps.tsx';

const steps = ['customer', 'user', 'devices', 'notification'] as const;

/** What is there already of the one who is being taken on; typed text that was not saved is asked for again. */
const flow = createRememberedStore<{
  readonly step: number;
  readonly customerId: number | null;
  readonly userId: number | null;
}>('atalaia.new-customer', { step: 0, customerId: null, userId: null });

const start = { step: 0, customerId: null, userId: null } as const;
const next = () => flow.set({ ...flow.get(), step: flow.get().step + 1 });

/** Beside the list of customers. */
export const newCustomerTool: ListTool = {
  key: 'new-customer',
  writes: true,
  render: (props) => <NewCustomerButton {...props} />,
};

function NewCustomerButton({ onChanged }: ListToolProps) {
  const { text } = useTexts();
  const [opened, setOpened] = useState(false);
  const isBegun = useStore(flow, ({ step }) => step > 0);
  const close = () => {
    setOpened(false);
    onChanged();
  };
  return (
    <>
      <Button icon={mdiAccountPlusOutline} onClick={() => setOpened(true)}>
        {text(isBegun ? 'newCustomer.continue' : 'newCustomer.title')}
      </Button>
      {opened && (
        <Dialog
          opened
          width={1040}
          title={text('newCustomer.title')}
          closeLabel={text('action.close')}
          onClose={close}
        >
          <NewCustomer onDone={close} />
        </Dialog>
      )}
    </>
  );
}

function NewCustomer({ onDone }: { readonly onDone: () => void }) {
  const { text } = useTexts();
  const { step, customerId, userId } = useStore(flow, (state) => state);
  const customer = useRow('customers', customerId, customerSchema);
  const user = useRow('users', userId, userSchema);
  const finish = () => {
    flow.set(start);
    onDone();
  };
  const part = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  // what had the focus is gone with the step before
  useEffect(() => {
    if (shown.current !== step) part.current?.focus();
    shown.current = step;
  }, [step]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: forms lie within, and one is disabled by itself
    <div
      ref={part}
      className={classes.flow}
      role="group"
      aria-label={text(`newCustomer.${steps[step] ?? 'customer'}`)}
      tabIndex={-1}
    >
      <ol className={classes.steps}>
        {steps.map((name, at) => (
          <li key={name} aria-current={at === step ? 'step' : undefined} data-done={at < step || undefined}>
            {text(`newCustomer.${name}`)}
          </li>
        ))}
      </ol>
      {customer && (
        <p className={classes.who}>{[...new Set([customer.name, user?.name])].filter(Boolean).join(' · ')}</p>
      )}
      {step === 0 && <CustomerStep onDone={onDone} />}
      {step === 1 && <UserStep customerId={customerId} customer={customer} userId={userId} user={user} />}
      {step === 2 && <DevicesStep customerId={customerId} userId={userId} onNext={next} />}
      {step === 3 && <NotificationStep userId={userId} onDone={finish} />}
    </div>
  );
}

const rowKey = (path: string, id: number | null) => ['resource', path, 'new-customer', id];

/** Read again, so that a reload of the page knows what it is called: whose number is known is there, read or not. */
function useRow<Row>(path: string, id: number | null, schema: ZodType<Row>): Row | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: rowKey(path, id),
    queryFn: ({ signal }) => api.json({ path: `${path}/${id}`, signal }, schema),
    enabled: id !== null,
    retry: false,
  });
  return data as Row | undefined;
}

function CustomerStep({ onDone }: { readonly onDone: () => void }) {
  const { text } = useTexts();
  const context = useResourceFormContext();
  const [chosen, choose] = useState('');
  if (!context) return null;
  const take = (customerId: number) => flow.set({ step: 1, customerId, userId: null });
  return (
    <>
      <div className={classes.existing}>
        <ReferenceField
          label={text('newCustomer.existing')}
          path="customers"
          placeholder={text('newCustomer.existing')}
          chosen={chosen}
          onChoose={choose}
        />
        <Button disabled={chosen === ''} onClick={() => take(Number(chosen))}>
          {text('newCustomer.useExisting')}
        </Button>
        <Button onClick={() => flow.set({ step: 1, customerId: null, userId: null })}>
          {text('newCustomer.skip')}
        </Button>
      </div>
      <div className={classes.form}>
        <ResourceForm
          form={customerForm}
          place={{ path: 'customers', schema: customerSchema }}
          opened={undefined}
          context={context}
          onSaved={({ id }) => take(id)}
          onBack={onDone}
        />
      </div>
    </>
  );
}

/** He sets his own by the invitation; nobody ever knows this one. */
const unknownPassword = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const contactOf = (customer: Customer | undefined) =>
  customer && {
    name: customer.name,
    email: customer.notificationEmail,
    phone: customer.cellphone,
  };

interface UserStepProps {
  readonly customerId: number | null;
  /** Undefined until it is read. */
  readonly customer: Customer | undefined;
  /** Of the user who was made already; an invitation that failed is made by the next try. */
  readonly userId: number | null;
  readonly user: User | undefined;
}

function UserStep({ customerId, customer, userId, user }: UserStepProps) {
  const { text } = useTexts();
  const queries = useQueryClient();
  const [typed, setTyped] = useState<{ name?: string; email?: string; phone?: string }>({});
  const [password] = useState(unknownPassword);
  // read late, it fills in what nobody has typed yet
  const read = userId === null ? contactOf(customer) : user;
  const fields = {
    name: typed.name ?? read?.name ?? '',
    email: typed.email ?? read?.email ?? '',
    phone: typed.phone ?? read?.phone ?? '',
  };
  const hasChanged =
    fields.name !== read?.name || fields.email !== read.email || fields.phone !== (read.phone ?? '');
  const save = useWrite({
    ofForm: true,
    async write(api) {
      const saved = await api.json(
        userId === null
          ? { method: 'POST', path: 'users', json: { ...fields, customerId: customerId ?? 0, password } }
          : // what was not read stays as it is
            {
              method: 'PUT',
              path: `users/${userId}`,
              json: user ? fields : { ...fields, phone: typed.phone },
            },
        userSchema,
      );
      queries.setQueryData(rowKey('users', saved.id), saved);
      flow.set({ ...flow.get(), userId: saved.id });
      return saved.id;
    },
  });
  // a write of its own: tried again, it is the same request as before, whatever was saved first
  const invite = useWrite({
    ofForm: true,
    write: (api, id: number) =>
      api.json({ method: 'POST', path: `users/${id}/invitation`, json: {} }, invitationSchema),
  });
  const go = () =>
    userId === null || hasChanged
      ? save.mutate(undefined, { onSuccess: (id) => invite.mutate(id) })
      : invite.mutate(userId);
  const copy = (url: string) =>
    copyText(url).then(
      () => toasts.show('success', text('panel.shareCopied')),
      () => toasts.show('info', text('share.notCopied')),
    );
  const invitation = invite.data;
  if (invitation)
    return (
      <StepForm actLabel={text('newCustomer.next')} busy={false} error={null} onAct={next} onSkip={next}>
        <TextField
          readOnly
          label={text('user.inviteLink')}
          value={invitation.url}
          description={invitation.mailed ? text('user.inviteMailed') : ''}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <div>
          <Button icon={mdiContentCopy} onClick={() => void copy(invitation.url)}>
            {text('share.copy')}
          </Button>
        </div>
      </StepForm>
    );
  return (
    <StepForm
      actLabel={text('newCustomer.invite')}
      busy={save.isPending || invite.isPending}
      disabled={fields.name.trim() === '' || fields.email.trim() === ''}
      error={save.isPending ? null : (save.error ?? invite.error)}
      onAct={go}
      onSkip={next}
    >
      <TextField
        dense
        required
        label={text('user.name')}
        value={fields.name}
        onChange={({ currentTarget }) => setTyped({ ...typed, name: currentTarget.value })}
      />
      <TextField
        dense
        required
        type="email"
        label={text('user.email')}
        value={fields.email}
        onChange={({ currentTarget }) => setTyped({ ...typed, email: currentTarget.value })}
      />
      <TextField
        dense
        label={text('user.phone')}
        value={fields.phone}
        onChange={({ currentTarget }) => setTyped({ ...typed, phone: currentTarget.value })}
      />
    </StepForm>
  );
}
