import type { AlarmDetail } from '@atalaia/contract/desk/alarm';
import { mdiPhoneOutline, mdiWhatsapp } from '@mdi/js';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Icon } from '../../../ui/icon.tsx';
import { whatsAppAddress } from './phone-address.ts';
import classes from './work-parts.module.css';

/** Who to call, the caller first: one click dials or writes (DESK-07). */
export function Contacts({ alarm: { contacts } }: { readonly alarm: Pick<AlarmDetail, 'contacts'> }) {
  const { text, textOr } = useTexts();
  return (
    <section className={classes.part} aria-label={text('desk.contacts')}>
      <h3 className={classes.title}>{text('desk.contacts')}</h3>
      {contacts.length === 0 && <p className={classes.none}>{text('desk.noContacts')}</p>}
      <ul className={classes.list}>
        {contacts.map(({ name, role, phone }) => (
          <li key={`${name}${phone}`} className={classes.row}>
            <span className={classes.grow}>
              <bdi className={classes.name}>{name}</bdi>
              <span className={classes.muted}>
                {[role && textOr(`contactRole.${role}`, role), phone].filter(Boolean).join(' · ')}
              </span>
            </span>
            <a
              className={classes.dial}
              href={`tel:${phone.replace(/[^+\d]/g, '')}`}
              title={text('desk.call', { name })}
            >
              <Icon path={mdiPhoneOutline} size={18} />
              {text('desk.dial')}
            </a>
            <a
              className={classes.dial}
              href={whatsAppAddress(phone)}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={text('desk.whatsApp', { name })}
              title={text('desk.whatsApp', { name })}
            >
              <Icon path={mdiWhatsapp} size={18} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
