import {
  type ContactTry,
  type TryOutcome,
  tryOutcomeSchema,
  type WorkContact,
} from '@atalaia/contract/accounts/contact';
import { mdiPencilOutline, mdiPhoneOutline, mdiWhatsapp } from '@mdi/js';
import { useQueryClient } from '@tanstack/react-query';
import { useWrite } from '../../../lib/api/use-write.ts';
import { phoneMask, whatsAppAddress } from '../../../lib/formats/phone-mask.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import linkClasses from '../../../ui/button/link-button.module.css';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { Icon } from '../../../ui/icon.tsx';
import parts from '../../../ui/layout/panel-part.module.css';
import { Pill } from '../../../ui/layout/pill.tsx';
import { noteTry, triesKey, type Work } from '../contact-calls.ts';
import classes from './contacts-panel.module.css';

const digits = (number: string) => number.replace(/\D/g, '');

/** Names one phone of one person on the screen. */
export const phoneKey = (contact: Pick<WorkContact, 'name' | 'role'>, number: string) =>
  `${contact.name}|${contact.role}|${digits(number)}`;

/** The last try of a phone of a person, for what is worked on. */
export const lastTry = (
  { name }: Pick<WorkContact, 'name'>,
  number: string,
  tries: readonly ContactTry[],
): ContactTry | undefined =>
  tries.findLast((one) => one.name === name && digits(one.phone) === digits(number));

/** The first phone in order that was not tried yet, of the person who is not outside his hours; null where all were. */
export function nextToCall(contacts: readonly WorkContact[], tries: readonly ContactTry[]): string | null {
  for (const contact of contacts) {
    if (contact.inHours === false) continue;
    const phone = contact.phones.find(({ number }) => lastTry(contact, number, tries) === undefined);
    if (phone) return phoneKey(contact, phone.number);
  }
  return null;
}

interface ContactToCallProps {
  readonly work: Work;
  readonly contact: WorkContact;
  /** From 1, in the order of calling. */
  readonly place: number;
  readonly tries: readonly ContactTry[];
  /** The phone that shows the outcomes; null for none. */
  readonly current: string | null;
  /** A phone was dialled or chosen; null: its outcome is noted, the next one is to be called. */
  readonly onChoose: (number: string | null) => void;
}

/** One person with his phones: a click dials, another notes what came of it. */
export function ContactToCall({ contact, place, current, ...more }: ContactToCallProps) {
  const { textOr } = useTexts();
  const { contactId, name, role, note, phones } = contact;
  // a role of ours has its text, one of a person is as he wrote it
  const said = role && (contactId === null ? textOr(`contactRole.${role}`, role) : role);
  return (
    <li className={classes.person} data-off={contact.inHours === false || undefined}>
      <span className={classes.place}>{place}</span>
      <div className={classes.facts}>
        <p className={classes.head}>
          <bdi className={classes.name}>{name || said}</bdi>
          {name && said && <span className={parts.muted}>{said}</span>}
          <Hours contact={contact} />
        </p>
        {note && (
          <p className={parts.muted} dir="auto">
            {note}
          </p>
        )}
        {phones.map((phone) => (
          <Phone
            key={phone.number}
            contact={contact}
            phone={phone}
            isCurrent={current === phoneKey(contact, phone.number)}
            mayNote={current !== null}
            {...more}
          />
        ))}
      </div>
    </li>
  );
}

function Hours({ contact: { inHours, hoursChangeAt } }: Pick<ContactToCallProps, 'contact'>) {
  const { text } = useTexts();
  const formats = useFormats();
  if (inHours === null) return null;
  const key = inHours ? 'contacts.inHours' : 'contacts.outOfHours';
  return (
    <span
      title={
        hoursChangeAt
          ? text(inHours ? 'contacts.until' : 'contacts.from', { date: formats.dateTime(hoursChangeAt) })
          : undefined
      }
    >
      <Pill tone={inHours ? 'online' : 'offline'}>{text(key)}</Pill>
    </span>
  );
}

interface PhoneProps extends Pick<ContactToCallProps, 'work' | 'contact' | 'tries' | 'onChoose'> {
  readonly phone: WorkContact['phones'][number];
  readonly isCurrent: boolean;
  readonly mayNote: boolean;
}

function Phone({ work, contact, phone, tries, isCurrent, mayNote, onChoose }: PhoneProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const { name } = contact;
  const { number, whatsapp, dialUrl } = phone;
  const last = lastTry(contact, number, tries);
  // a page of the telephone exchange has a tab of its own, a softphone is no page
  const elsewhere = /^https:/i.test(dialUrl) && ({ target: '_blank', rel: 'noopener noreferrer' } as const);
  const who = name || number;
  return (
    <>
      <div className={classes.phone} data-current={isCurrent || undefined}>
        <span className={classes.tried}>
          <span className={classes.number}>{phoneMask.show(number)}</span>
          {last && (
            <span className={classes.last} data-outcome={last.outcome} title={formats.dateTime(last.at)}>
              {text(`tryOutcome.${last.outcome}`)}
            </span>
          )}
        </span>
        {mayNote && !isCurrent && (
          <IconButton
            size={28}
            name={text('contacts.noteTry', { name: who })}
            icon={mdiPencilOutline}
            onClick={() => onChoose(number)}
          />
        )}
        {whatsapp && (
          <a
            className={linkClasses.link}
            href={whatsAppAddress(number)}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={text('contacts.whatsApp', { name: who })}
            title={text('contacts.whatsApp', { name: who })}
          >
            <Icon path={mdiWhatsapp} size={18} />
          </a>
        )}
        <a
          className={linkClasses.link}
          href={dialUrl}
          {...elsewhere}
          title={text('contacts.call', { name: who })}
          onClick={() => onChoose(number)}
        >
          <Icon path={mdiPhoneOutline} size={18} />
          {text('contacts.dial')}
        </a>
      </div>
      {isCurrent && <Outcomes work={work} contact={contact} number={number} onNoted={() => onChoose(null)} />}
    </>
  );
}

interface OutcomesProps extends Pick<ContactToCallProps, 'work' | 'contact'> {
  readonly number: string;
  readonly onNoted: () => void;
}

function Outcomes({ work, contact: { contactId, name, role }, number, onNoted }: OutcomesProps) {
  const { text, textOr } = useTexts();
  const queries = useQueryClient();
  const who = name || textOr(`contactRole.${role}`, number);
  const save = useWrite({
    write: (api, outcome: TryOutcome) => noteTry(api, work, { contactId, name: who, phone: number, outcome }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: triesKey(work) });
      onNoted();
    },
    onError: (error) => toasts.show('failure', failureText(error, text)),
  });
  return (
    <fieldset className={parts.chips} disabled={save.isPending}>
      <legend className={parts.legend}>{text('contacts.outcomeOf', { name: who })}</legend>
      {tryOutcomeSchema.options.map((outcome) => (
        <button key={outcome} type="button" className={parts.chip} onClick={() => save.mutate(outcome)}>
          {text(`tryOutcome.${outcome}`)}
        </button>
      ))}
    </fieldset>
  );
}
