import type { ContactTry, WorkContact } from '@atalaia/contract/accounts/contact';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { failureMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import parts from '../../../ui/layout/panel-part.module.css';
import {
  listTries,
  listWorkContacts,
  nameOf,
  triesKey,
  type Work,
  workContactsKey,
} from '../contact-calls.ts';
import { ContactToCall, nextToCall, phoneKey } from './contact-to-call.tsx';
import classes from './contacts-panel.module.css';
import { PhraseBox } from './phrase-box.tsx';
import { TriesList } from './tries-list.tsx';

interface ContactsPanelProps {
  readonly work: Work;
  /** What changes with every change of the alarm or the case: contacts and tries are read again with it. */
  readonly version?: number;
}

/** Whom to call, in order, with each try in one click, and the pass phrase for 30 s (PROC-03, PROC-04). */
export function ContactsPanel(props: ContactsPanelProps) {
  return <OfWork key={nameOf(props.work)} {...props} />;
}

function OfWork({ work, version }: ContactsPanelProps) {
  const { text } = useTexts();
  const api = useApi();
  const query = useQuery({
    queryKey: [...workContactsKey(work), version],
    queryFn: ({ signal }) => listWorkContacts(api, work, signal),
    placeholderData: keepPreviousData,
    // hours pass
    refetchInterval: 60_000,
  });
  const { data: tries = none } = useQuery({
    queryKey: [...triesKey(work), version],
    queryFn: ({ signal }) => listTries(api, work, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <section className={parts.part} aria-label={text('contacts.title')}>
      <h3 className={parts.title}>{text('contacts.title')}</h3>
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={120} />}
      >
        {({ contacts, withheld, isHeld, hasPhrases }) => (
          <>
            {withheld && <p className={parts.none}>{text('contacts.withheld')}</p>}
            {contacts.length === 0 && !withheld && <p className={parts.none}>{text('contacts.none')}</p>}
            <People work={work} contacts={contacts} tries={tries} mayNote={isHeld || 'sinisterId' in work} />
            {isHeld && <PhraseBox work={work} hasPhrases={hasPhrases} />}
            <TriesList work={work} tries={tries} />
          </>
        )}
      </QueryView>
    </section>
  );
}

const none: readonly ContactTry[] = [];

interface PeopleProps {
  readonly work: Work;
  readonly contacts: readonly WorkContact[];
  readonly tries: readonly ContactTry[];
  readonly mayNote: boolean;
}

/** Outcomes are shown at one phone: the one that was dialled or chosen, else the next to call. */
function People({ work, contacts, tries, mayNote }: PeopleProps) {
  const [chosen, choose] = useState<string | null>(null);
  const current = chosen ?? nextToCall(contacts, tries);
  return (
    <ol className={classes.people}>
      {contacts.map((contact, place) => (
        <ContactToCall
          key={`${contact.contactId}${contact.role}${contact.phones[0]?.number}`}
          work={work}
          contact={contact}
          place={place + 1}
          tries={tries}
          current={mayNote ? current : null}
          onChoose={(number) => choose(number === null ? null : phoneKey(contact, number))}
        />
      ))}
    </ol>
  );
}
