import type { Contact, ContactRequest } from '@atalaia/contract/accounts/contact';
import {
  type ContactBook,
  contactBookSchema,
  contactRequestDecidedSchema,
  contactRequestSchema,
} from '@atalaia/contract/accounts/contact';
import { mdiCheck, mdiClose } from '@mdi/js';
import { useState } from 'react';
import { z } from 'zod';
import type { ApiClient, ApiWriter } from '../../../lib/api/api-client.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { phoneMask } from '../../../lib/formats/phone-mask.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useSession } from '../../../lib/session/session-context.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FormRefusal, Refusal } from '../../../ui/feedback/form-refusal.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { Pill, type Tone } from '../../../ui/layout/pill.tsx';
import { Dialog, DialogFoot } from '../../../ui/window/dialog.tsx';
import classes from './requests.module.css';

export const requestsKey = ['contact-requests'] as const;

export const listRequests = (api: ApiClient, signal: AbortSignal) =>
  api.json({ path: 'contact-requests', signal }, z.array(contactRequestSchema));

export const readBook = (api: ApiClient, customerId: number, signal: AbortSignal): Promise<ContactBook> =>
  api.json({ path: `customers/${customerId}/contacts`, signal }, contactBookSchema);

export const acceptRequest = (api: ApiWriter, id: number) =>
  api.json({ method: 'POST', path: `contact-requests/${id}/accept`, json: {} }, contactRequestDecidedSchema);

export const refuseRequest = (api: ApiWriter, id: number, note: string) =>
  api.json({ method: 'POST', path: `contact-requests/${id}/refuse`, json: { note } }, contactBookSchema);

interface RequestCardProps {
  readonly request: ContactRequest;
  /** As it is now: what is asked is compared with it. */
  readonly book: Pick<ContactBook, 'contacts'>;
  readonly onDecided: (book: ContactBook) => void;
}

const tones: Readonly<Record<ComparedContact['change'], Tone>> = {
  new: 'online',
  changed: 'unknown',
  same: 'offline',
  removed: 'alarm',
};

/** What a client asks to have changed, beside what it is now: accepted, or refused with a reason that he reads (PROC-04). */
export function RequestCard({ request, book, onDecided }: RequestCardProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const session = useSession();
  const mayDecide = session.phase === 'signed-in' && !session.person.readonly;
  const [isRefusing, setRefusing] = useState(false);
  const accept = useWrite({
    write: (api) => acceptRequest(api, request.id),
    onSuccess({ book: after, told }) {
      const names = told.map(({ name }) => name).join(', ');
      toasts.show('success', names ? text('contacts.acceptedTold', { names }) : text('contacts.accepted'));
      onDecided(after);
    },
  });
  const phrases = (['PassPhrase', 'CounterPhrase', 'DuressPhrase'] as const).filter(
    (name) => request[`changes${name}`],
  );
  const { customerName, userName, requestedAt } = request;
  return (
    <article className={classes.card} aria-label={text('contacts.requestOf', { name: customerName })}>
      <header className={classes.head}>
        <b className={classes.name}>
          <bdi>{customerName}</bdi>
        </b>
        <span className={classes.muted}>
          {text('contacts.askedBy', { name: userName, date: formats.dateTime(requestedAt) })}
        </span>
      </header>
      <p className={classes.hint}>{text('contacts.callBeforeAccepting')}</p>
      <ul className={classes.list}>
        {compareContacts(book.contacts, request.contacts).map((compared) => (
          <Compared key={compared.key} compared={compared} />
        ))}
        {phrases.map((name) => (
          <li key={name} className={classes.row}>
            <Pill tone="unknown">{text('contacts.change.changed')}</Pill>
            <span>
              {text(
                name === 'PassPhrase'
                  ? 'contacts.passPhrase'
                  : name === 'CounterPhrase'
                    ? 'contacts.counterPhrase'
                    : 'contacts.duressPhrase',
              )}
            </span>
          </li>
        ))}
      </ul>
      {accept.isError && <Refusal>{failureText(accept.error, text)}</Refusal>}
      {mayDecide && (
        <footer className={classes.foot}>
          <Button icon={mdiClose} disabled={accept.isPending} onClick={() => setRefusing(true)}>
            {text('contacts.refuse')}
          </Button>
          <Button kind="primary" icon={mdiCheck} busy={accept.isPending} onClick={() => accept.mutate()}>
            {text('contacts.accept')}
          </Button>
        </footer>
      )}
      {isRefusing && (
        <RefusalDialog requestId={request.id} onDecided={onDecided} onClose={() => setRefusing(false)} />
      )}
    </article>
  );
}

function Compared({ compared: { change, before, after } }: { readonly compared: ComparedContact }) {
  const { text } = useTexts();
  const one = after ?? before;
  if (!one) return null;
  const numbers = (phones: readonly { readonly number: string }[]) =>
    phones.map(({ number }) => phoneMask.show(number)).join(' · ');
  const was = change === 'changed' && before ? numbers(before.phones) : '';
  const is = numbers(one.phones);
  return (
    <li className={classes.row} data-change={change}>
      <Pill tone={tones[change]}>{text(`contacts.change.${change}`)}</Pill>
      <span className={classes.facts}>
        <span>
          <bdi className={classes.name}>{one.name}</bdi>
          {one.role && <span className={classes.muted}> · {one.role}</span>}
        </span>
        {before && before.name !== one.name && (
          <span className={classes.muted}>{text('contacts.was', { value: before.name })}</span>
        )}
        <span className={classes.muted}>{is || text('contacts.noPhone')}</span>
        {was && was !== is && <span className={classes.muted}>{text('contacts.was', { value: was })}</span>}
      </span>
    </li>
  );
}

interface RefusalDialogProps {
  readonly requestId: number;
  readonly onDecided: (book: ContactBook) => void;
  readonly onClose: () => void;
}

function RefusalDialog({ requestId, onDecided, onClose }: RefusalDialogProps) {
  const { text } = useTexts();
  const [reason, setReason] = useState('');
  const refuse = useWrite({
    ofForm: true,
    write: (api) => refuseRequest(api, requestId, reason.trim()),
    onSuccess(book) {
      toasts.show('success', text('contacts.refused'));
      onClose();
      onDecided(book);
    },
  });
  return (
    <Dialog opened title={text('contacts.refuse')} closeLabel={text('action.close')} onClose={onClose}>
      <TextArea
        data-autofocus
        label={text('contacts.refusalReason')}
        description={text('contacts.refusalHint')}
        minRows={2}
        maxLength={1000}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {refuse.isError && <FormRefusal reason={failureText(refuse.error, text)} retryLabel={undefined} />}
      <DialogFoot>
        <Button onClick={onClose}>{text('action.cancel')}</Button>
        <Button
          kind="danger"
          busy={refuse.isPending}
          disabled={reason.trim() === ''}
          onClick={() => refuse.mutate()}
        >
          {text('contacts.refuse')}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

type Asked = ContactRequest['contacts'][number];

interface ComparedContact {
  readonly key: string;
  readonly change: 'new' | 'changed' | 'same' | 'removed';
  readonly before: Contact | undefined;
  readonly after: Asked | undefined;
}

const said = ({ name, role, phones, calendarId, note, hasPassPhrase, hasCounterPhrase }: Asked) =>
  JSON.stringify([
    ...[name, role, note, calendarId, hasPassPhrase, hasCounterPhrase],
    ...phones.map(({ number, whatsapp }) => [number, whatsapp]),
  ]);

/** What a request makes of each contact, in the order that it asks for; those that it removes at the end. */
export function compareContacts(
  before: readonly Contact[],
  asked: readonly Asked[],
): readonly ComparedContact[] {
  const known = new Map(before.map((contact) => [contact.id, contact]));
  const kept = new Set(asked.map(({ id }) => id));
  return [
    ...asked.map((after, at): ComparedContact => {
      const old = after.id === null ? undefined : known.get(after.id);
      const isSame = old && said(old) === said(after) && before[at]?.id === old.id;
      return { key: `${at}`, change: old ? (isSame ? 'same' : 'changed') : 'new', before: old, after };
    }),
    ...before
      .filter(({ id }) => !kept.has(id))
      .map(
        (old): ComparedContact => ({ key: `-${old.id}`, change: 'removed', before: old, after: undefined }),
      ),
  ];
}
