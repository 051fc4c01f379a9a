import { mdiArrowDown, mdiArrowUp, mdiDragVertical, mdiPlus, mdiTrashCanOutline } from '@mdi/js';
import { type DragEvent, type MouseEvent, useState } from 'react';
import { phoneMask } from '../../../lib/formats/phone-mask.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { ReferenceField } from '../../../resources/form/reference-field.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { MaskedField } from '../../../ui/form/masked-field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { type ContactValues, newPhone } from './book-values.ts';
import classes from './contact-book.module.css';
import { PhraseField } from './phrase-field.tsx';

interface ContactCardProps {
  readonly contact: ContactValues;
  /** From 0, in the order of calling. */
  readonly place: number;
  readonly count: number;
  readonly faultAt: (path: string) => string | undefined;
  readonly onChange: (part: Partial<ContactValues>) => void;
  readonly onRemove: () => void;
  readonly onMove: (from: number, to: number) => void;
}

const dragged = 'application/x-contact-place';
const mostPhones = 6;

/** One person: dragged by the handle, or moved by two buttons. */
export function ContactCard(props: ContactCardProps) {
  const { contact, place, count, faultAt, onChange, onRemove, onMove } = props;
  const { text } = useTexts();
  const [isOver, setOver] = useState(false);
  const name = contact.name || text('contacts.newOne');
  const { start, over, leave, drop } = useDrag(place, onMove, setOver);
  // the card is put elsewhere, and the focus goes with it
  const step = (by: number) => (event: MouseEvent<HTMLElement>) => {
    const button = event.currentTarget;
    onMove(place, place + by);
    requestAnimationFrame(() => button.focus());
  };
  return (
    <li
      className={classes.card}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={leave}
      onDrop={drop}
    >
      <div className={classes.cardHead}>
        <span
          role="none"
          className={classes.handle}
          draggable
          title={text('contacts.drag')}
          onDragStart={start}
        >
          <Icon path={mdiDragVertical} size={20} />
        </span>
        <b className={classes.cardName}>
          {place + 1}. <bdi>{name}</bdi>
        </b>
        <IconButton
          size={28}
          name={text('contacts.up', { name })}
          icon={mdiArrowUp}
          disabled={place === 0}
          onClick={step(-1)}
        />
        <IconButton
          size={28}
          name={text('contacts.down', { name })}
          icon={mdiArrowDown}
          disabled={place === count - 1}
          onClick={step(1)}
        />
        <IconButton
          size={28}
          name={text('contacts.remove', { name })}
          icon={mdiTrashCanOutline}
          onClick={onRemove}
        />
      </div>
      <div className={classes.fields}>
        <TextField
          dense
          required
          label={text('contacts.name')}
          maxLength={128}
          value={contact.name}
          error={faultAt('name')}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
        <TextField
          dense
          label={text('contacts.role')}
          placeholder={text('contacts.roleHint')}
          maxLength={128}
          value={contact.role}
          error={faultAt('role')}
          onChange={({ currentTarget }) => onChange({ role: currentTarget.value })}
        />
        <ReferenceField
          path="calendars"
          label={text('contacts.hours')}
          placeholder={text('contacts.always')}
          clearLabel={text('action.clear')}
          chosen={contact.calendarId}
          onChoose={(calendarId) => onChange({ calendarId })}
          error={faultAt('calendarId')}
        />
      </div>
      <Phones {...props} />
      <div className={classes.fields}>
        {(['passPhrase', 'counterPhrase'] as const).map((phrase) => (
          <PhraseField
            key={phrase}
            label={text(`contacts.${phrase}`)}
            isSet={phrase === 'passPhrase' ? contact.hasPassPhrase : contact.hasCounterPhrase}
            value={contact[phrase]}
            error={faultAt(phrase)}
            onChange={(value) => onChange({ [phrase]: value })}
          />
        ))}
      </div>
      <TextArea
        label={text('contacts.note')}
        minRows={1}
        maxLength={1000}
        value={contact.note}
        error={faultAt('note')}
        onChange={({ currentTarget }) => onChange({ note: currentTarget.value })}
      />
    </li>
  );
}

function Phones({ contact: { phones }, faultAt, onChange }: ContactCardProps) {
  const { text } = useTexts();
  // empty ones are not sent: the place of a number is that among those that are
  let sent = -1;
  return (
    <ul className={classes.phones} aria-label={text('contacts.phones')}>
      {phones.map((phone, at) => {
        if (phone.number.trim() !== '') sent += 1;
        const set = (part: Partial<typeof phone>) =>
          onChange({ phones: phones.map((one, place) => (place === at ? { ...one, ...part } : one)) });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a phone has no name of its own
          <li key={at} className={classes.phone}>
            <MaskedField
              dense
              label={text('contacts.phone', { place: at + 1 })}
              type="tel"
              inputMode="tel"
              autoComplete="off"
              mask={phoneMask.show}
              maxLength={32}
              text={phone.number}
              error={phone.number.trim() === '' ? undefined : faultAt(`phones.${sent}.number`)}
              onType={(number) => set({ number })}
            />
            <Checkbox
              label="WhatsApp"
              checked={phone.whatsapp}
              onChange={({ currentTarget }) => set({ whatsapp: currentTarget.checked })}
            />
            <IconButton
              size={28}
              name={text('contacts.removePhone', { place: at + 1 })}
              icon={mdiTrashCanOutline}
              onClick={() => onChange({ phones: phones.toSpliced(at, 1) })}
            />
          </li>
        );
      })}
      {phones.length < mostPhones && (
        <li>
          <Button icon={mdiPlus} onClick={() => onChange({ phones: [...phones, newPhone] })}>
            {text('contacts.addPhone')}
          </Button>
        </li>
      )}
    </ul>
  );
}

/** By the mouse: what is dropped on a card takes its place. */
function useDrag(place: number, onMove: ContactCardProps['onMove'], setOver: (isOver: boolean) => void) {
  const isOurs = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(dragged);
  return {
    start({ dataTransfer, currentTarget }: DragEvent) {
      dataTransfer.setData(dragged, String(place));
      dataTransfer.effectAllowed = 'move';
      const card = currentTarget.closest('li');
      if (card) dataTransfer.setDragImage(card, 16, 16);
    },
    over(event: DragEvent) {
      if (!isOurs(event)) return;
      event.preventDefault();
      setOver(true);
    },
    leave: () => setOver(false),
    drop(event: DragEvent) {
      if (!isOurs(event)) return;
      event.preventDefault();
      setOver(false);
      onMove(Number(event.dataTransfer.getData(dragged)), place);
    },
  };
}
