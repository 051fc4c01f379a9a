import type { Customer } from '@atalaia/contract/accounts/customer';
import type { PaymentLink } from '@atalaia/contract/providers/payment-link';
import { mdiLinkOff, mdiOpenInNew, mdiRefresh, mdiSendOutline } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiWriter } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureMessage, failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { CustomFieldProps } from '../../../resources/form/form-definition.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Pill } from '../../../ui/layout/pill.tsx';
import {
  fieldFaultText,
  paymentFaultText,
  paymentLinks,
  paymentStateOf,
  readPaymentAccount,
  readPaymentLink,
  sendToProvider,
  unlinkFromProvider,
} from './payment-link.ts';
import classes from './payment-panel.module.css';

/** The state of a customer at the payment provider, the last error, and what to do about it (CUS-03). */
export function PaymentPanel({ row }: CustomFieldProps<Customer>) {
  return row ? <LinkOf customer={row} /> : null;
}

function LinkOf({ customer }: { readonly customer: Customer }) {
  const api = useApi();
  const { text } = useTexts();
  const queries = useQueryClient();
  const queryKey = [...paymentLinks, customer.id];
  const account = useQuery({
    queryKey: ['payment-account'],
    queryFn: ({ signal }) => readPaymentAccount(api, signal),
  });
  const link = useQuery({ queryKey, queryFn: ({ signal }) => readPaymentLink(api, customer.id, signal) });
  const change = useWrite({
    write: (writer, call: (api: ApiWriter, id: number) => Promise<PaymentLink>) => call(writer, customer.id),
    onSuccess: (changed) => queries.setQueryData(queryKey, changed),
  });
  const gap = account.data?.gap;
  if (gap) return <p className={classes.gap}>{text(`paymentGap.${gap}`)}</p>;
  if (link.error) {
    return <FailedState low {...failureMessage(link.error, text)} onRetry={() => void link.refetch()} />;
  }
  if (!link.data) return <Skeleton height={72} />;
  return (
    <LinkShown
      link={link.data}
      provider={account.data?.provider ?? ''}
      busy={change.isPending}
      refusal={change.error ? failureText(change.error, text) : undefined}
      onSend={() => change.mutate(sendToProvider)}
      onUnlink={() => change.mutate(unlinkFromProvider)}
    />
  );
}

interface LinkShownProps {
  readonly link: PaymentLink;
  readonly provider: string;
  readonly busy: boolean;
  readonly refusal: string | undefined;
  readonly onSend: () => void;
  readonly onUnlink: () => void;
}

function LinkShown({ link, provider, busy, refusal, onSend, onUnlink }: LinkShownProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const { tone, label } = paymentStateOf(link);
  const { state, providerId, page, changedAt, fields } = link;
  const isFailed = state === 'failed';
  return (
    <div className={classes.panel} data-failed={isFailed || undefined}>
      <p className={classes.state} role="status">
        <Pill tone={tone}>{text(label)}</Pill>
        <span className={classes.facts}>
          {[
            provider,
            providerId && text('payment.number', { id: providerId }),
            changedAt && formats.dateTime(changedAt),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
      {isFailed && <p className={classes.fault}>{paymentFaultText(link, text)}</p>}
      {isFailed && fields.length > 0 && (
        <ul className={classes.fields}>
          {fields.map(({ path, message }) => (
            <li key={path}>
              <b>{text(fieldLabel(path))}</b> {fieldFaultText(message, text)}
            </li>
          ))}
        </ul>
      )}
      {refusal && (
        <p role="alert" className={classes.fault}>
          {refusal}
        </p>
      )}
      <div className={classes.acts}>
        {page && (
          <a className={classes.open} href={page} target="_blank" rel="noreferrer">
            <Icon path={mdiOpenInNew} size={16} />
            {text('payment.open')}
          </a>
        )}
        {state !== 'linked' && (
          <Button icon={isFailed ? mdiRefresh : mdiSendOutline} busy={busy} onClick={onSend}>
            {text(isFailed ? 'payment.retry' : 'payment.send')}
          </Button>
        )}
        {providerId !== null && (
          <Button icon={mdiLinkOff} disabled={busy} onClick={onUnlink}>
            {text('payment.unlink')}
          </Button>
        )}
      </div>
    </div>
  );
}

type FieldLabel =
  | 'name'
  | 'cpfCnpj'
  | 'type'
  | 'postalCode'
  | 'street'
  | 'number'
  | 'complement'
  | 'neighborhood'
  | 'city'
  | 'state'
  | 'phone'
  | 'notificationEmail'
  | 'secondaryEmail'
  | 'notes';

/** The server names them by the customer's own fields. */
const fieldLabel = (path: string) => `customer.${path as FieldLabel}` as const;
