/** From a new customer to what he is told of, in one window: each step may be left out, and a reload continues where it was. */
import { invitationSchema } from '@atalaia/contract/accounts/account-link';
import { type Customer, customerSchema } from '@atalaia/contract/accounts/customer';
import { type User, userSchema } from '@atalaia/contract/accounts/user';
import { mdiAccountPlusOutline, mdiContentCopy } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
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
    <div ref={part} className={classes.flow} tabIndex={-1}>
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
      {step === 1 && <UserStep key={customer?.id} customer={customer} />}
      {step === 2 && <DevicesStep customer={customer} user={user} onNext={next} />}
      {step === 3 && <NotificationStep user={user} onDone={finish} />}
    </div>
  );
}

/** Read again, so that a reload of the page knows it. */
function useRow<Row>(path: string, id: number | null, schema: ZodType<Row>): Row | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['resource', path, 'new-customer', id],
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

function UserStep({ customer }: { readonly customer: Customer | undefined }) {
  const { text } = useTexts();
  const [name, setName] = useState(customer?.name ?? '');
  const [email, setEmail] = useState(customer?.notificationEmail ?? '');
  const [phone, setPhone] = useState(customer?.cellphone ?? '');
  const [made, setMade] = useState<User>();
  const make = useWrite({
    ofForm: true,
    async write(api) {
      const json = { name, email, phone, customerId: customer?.id ?? 0, password: unknownPassword() };
      const user = made ?? (await api.json({ method: 'POST', path: 'users', json }, userSchema));
      setMade(user);
      return api.json({ method: 'POST', path: `users/${user.id}/invitation`, json: {} }, invitationSchema);
    },
  });
  const copy = (url: string) =>
    copyText(url).then(
      () => toasts.show('success', text('panel.shareCopied')),
      () => toasts.show('info', text('share.notCopied')),
    );
  const go = () => flow.set({ ...flow.get(), step: 2, userId: made?.id ?? null });
  const invitation = make.data;
  if (invitation)
    return (
      <StepForm actLabel={text('newCustomer.next')} busy={false} error={null} onAct={go} onSkip={go}>
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
      busy={make.isPending}
      disabled={name.trim() === '' || email.trim() === ''}
      error={make.error}
      onAct={() => make.mutate()}
      onSkip={go}
    >
      <TextField
        dense
        required
        label={text('user.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextField
        dense
        required
        type="email"
        label={text('user.email')}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <TextField
        dense
        label={text('user.phone')}
        value={phone}
        onChange={(event) => setPhone(event.currentTarget.value)}
      />
    </StepForm>
  );
}
