import { type ContactBook, contactBookSchema } from '@atalaia/contract/accounts/contact';
import { mdiAccountPlusOutline, mdiAccountVoice } from '@mdi/js';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useLeaveQuestion } from '../../../lib/leaving/use-leave-question.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import view from '../../../resources/list/row-view.module.css';
import { Button } from '../../../ui/button/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { Question } from '../../../ui/window/question.tsx';
import {
  type BookFaults,
  type BookValues,
  type ContactValues,
  faultsOfInput,
  faultsOfRefusal,
  inputOf,
  moved,
  newContact,
  valuesOf,
} from './book-values.ts';
import classes from './contact-book.module.css';
import { ContactCard } from './contact-card.tsx';
import { PhraseField } from './phrase-field.tsx';

interface ContactBookFormProps {
  readonly book: ContactBook;
  readonly mayWrite: boolean;
  /** Above it: what waits to be accepted. */
  readonly notice: ReactNode;
  /** The server's book after a change, or as it is after somebody else's. */
  readonly onTaken: (book: ContactBook) => void;
  readonly onDone: () => void;
}

const hasOf = {
  passPhrase: 'hasPassPhrase',
  counterPhrase: 'hasCounterPhrase',
  duressPhrase: 'hasDuressPhrase',
} as const;
const phraseNames = ['passPhrase', 'counterPhrase', 'duressPhrase'] as const;
const mostContacts = 20;
const noFaults: BookFaults = new Map();

export function ContactBookForm({ book, mayWrite, notice, onTaken, onDone }: ContactBookFormProps) {
  const { text } = useTexts();
  const form = useBookForm(book, onTaken);
  const { save, faults, isChanged, question, release } = form;
  const current = conflictOf(save.error);
  return (
    <form className={view.view} onSubmit={form.send} noValidate>
      <fieldset className={`${view.part} ${classes.part}`} disabled={!mayWrite || save.isPending}>
        {notice}
        {book.byRequest && <p className={classes.hint}>{text('contacts.byRequest')}</p>}
        <Phrases book={book} form={form} />
        <Contacts form={form} mayWrite={mayWrite} />
      </fieldset>
      <footer className={`${view.foot} ${classes.foot}`}>
        {(save.isError || faults.size > 0) && (
          <FormRefusal
            reason={faults.size > 0 ? text('contacts.seeFields') : failureText(save.error, text)}
            retryLabel={undefined}
          />
        )}
        <Button onClick={onDone}>{text('list.back')}</Button>
        {current && (
          <Button
            onClick={() => {
              release();
              onTaken(current);
            }}
          >
            {text('contacts.takeCurrent')}
          </Button>
        )}
        {mayWrite && (
          <Button kind="primary" type="submit" busy={save.isPending} disabled={!isChanged}>
            {text(book.byRequest ? 'contacts.ask' : 'action.save')}
          </Button>
        )}
      </footer>
      {question && <Question {...question} />}
    </form>
  );
}

/** What is typed into the book, what is wrong with it, and its saving. */
function useBookForm(book: ContactBook, onTaken: (book: ContactBook) => void) {
  const { text } = useTexts();
  const [values, setValues] = useState<BookValues>(() => valuesOf(book));
  const [isChanged, setChanged] = useState(false);
  const [faults, setFaults] = useState(noFaults);
  const { question, release } = useLeaveQuestion(isChanged);
  const input = inputOf(values, book.version);
  const save = useWrite({
    ofForm: true,
    write: (api) =>
      api.json(
        { method: 'PUT', path: `customers/${book.customerId}/contacts`, json: input },
        contactBookSchema,
      ),
    onSuccess(saved) {
      release();
      toasts.show('success', text(book.byRequest ? 'contacts.requestSent' : 'contacts.saved'));
      onTaken(saved);
    },
    onError: (error) => setFaults(faultsOfRefusal(error)),
  });
  const change = (part: Partial<BookValues>) => {
    setValues((before) => ({ ...before, ...part }));
    setChanged(true);
    setFaults(noFaults);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    const found = faultsOfInput(input);
    setFaults(found);
    if (found.size === 0) save.mutate();
  };
  const faultAt = (path: string) => {
    const key = faults.get(path);
    return key && text(key);
  };
  return { values, change, isChanged, faults, faultAt, save, send, question, release };
}

type BookForm = ReturnType<typeof useBookForm>;

interface PhrasesProps {
  readonly book: ContactBook;
  readonly form: Pick<BookForm, 'values' | 'change' | 'faultAt'>;
}

/** What the centre and the customer know each other by. */
function Phrases({ book, form: { values, change, faultAt } }: PhrasesProps) {
  const { text } = useTexts();
  return (
    <section className={classes.section} aria-label={text('contacts.phrasesOfCustomer')}>
      <h3 className={classes.heading}>{text('contacts.phrasesOfCustomer')}</h3>
      <p className={classes.hint}>{text('contacts.phrasesHint')}</p>
      <div className={classes.fields}>
        {phraseNames.map((name) => (
          <PhraseField
            key={name}
            label={text(`contacts.${name}`)}
            isSet={book[hasOf[name]]}
            value={values[name]}
            error={faultAt(name)}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
      </div>
    </section>
  );
}

interface ContactsProps {
  readonly form: Pick<BookForm, 'values' | 'change' | 'faultAt'>;
  readonly mayWrite: boolean;
}

/** Whom to call, in the order in which they are called. */
function Contacts({ form: { values, change, faultAt }, mayWrite }: ContactsProps) {
  const { text } = useTexts();
  const { contacts } = values;
  const changeOne = (at: number, part: Partial<ContactValues>) =>
    change({ contacts: contacts.map((one, place) => (place === at ? { ...one, ...part } : one)) });
  return (
    <section className={classes.section} aria-label={text('contacts.inOrder')}>
      <h3 className={classes.heading}>{text('contacts.inOrder')}</h3>
      {contacts.length === 0 && (
        <EmptyState
          icon={mdiAccountVoice}
          title={text('contacts.nobody')}
          hint={text('contacts.nobodyHint')}
        />
      )}
      <ol className={classes.cards}>
        {contacts.map((contact, at) => (
          <ContactCard
            key={contact.key}
            contact={contact}
            place={at}
            count={contacts.length}
            faultAt={(path) => faultAt(`contacts.${at}.${path}`)}
            onChange={(part) => changeOne(at, part)}
            onRemove={() => change({ contacts: contacts.toSpliced(at, 1) })}
            onMove={(from, to) => change({ contacts: moved(contacts, from, to) })}
          />
        ))}
      </ol>
      {mayWrite && (
        <Button
          icon={mdiAccountPlusOutline}
          disabled={contacts.length >= mostContacts}
          onClick={() => change({ contacts: [...contacts, newContact()] })}
        >
          {text('contacts.add')}
        </Button>
      )}
    </section>
  );
}

/** The book as somebody else left it meanwhile. */
function conflictOf(error: unknown): ContactBook | undefined {
  if (!(error instanceof ApiError) || error.code !== 'edited-meanwhile') return undefined;
  return contactBookSchema.safeParse(error.details?.current).data;
}
