import type { Profile } from '@atalaia/domain/catalog/profile';
import { mdiDomain } from '@mdi/js';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import type { Person } from '../../../lib/session/session-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FactList } from '../../../ui/table/fact-list.tsx';
import classes from './account-form.module.css';

interface AccountLimitsProps {
  readonly person: Person;
  readonly profile: Profile;
  /** To the company's configuration, an administrator's (USR-02). */
  readonly onCompany: () => void;
}

/** What others granted this person: to be read, never changed here. Rights and limits are an administrator's alone to see (USR-02). */
export function AccountLimits({ person, profile, onCompany }: AccountLimitsProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const flag = (value: boolean) => text(value ? 'value.yes' : 'value.no');
  const limit = (value: number) => (value === -1 ? text('account.noLimit') : String(value));
  const facts = [
    { name: text('account.profile'), value: text(`profile.${profile}`) },
    { name: text('user.customer'), value: person.customerName ?? text('value.missing') },
    { name: text('account.devicesSeen'), value: String(person.deviceCount) },
    {
      name: text('user.expirationTime'),
      value: person.expirationTime ? formats.dateTime(person.expirationTime) : text('account.noExpiry'),
    },
    ...(profile === 'admin'
      ? [
          { name: text('user.readonly'), value: flag(person.readonly) },
          { name: text('user.deviceReadonly'), value: flag(person.deviceReadonly) },
          { name: text('user.limitCommands'), value: flag(person.limitCommands) },
          { name: text('user.administrator'), value: flag(person.administrator) },
          { name: text('user.deviceLimit'), value: limit(person.deviceLimit) },
          { name: text('user.userLimit'), value: limit(person.userLimit) },
        ]
      : []),
  ];
  return (
    <section className={classes.group} aria-label={text('account.permissions')}>
      <h2 className={classes.legend}>{text('account.permissions')}</h2>
      <FactList facts={facts} />
      {profile === 'admin' && (
        <div>
          <Button icon={mdiDomain} onClick={onCompany}>
            {text('account.company')}
          </Button>
        </div>
      )}
    </section>
  );
}
