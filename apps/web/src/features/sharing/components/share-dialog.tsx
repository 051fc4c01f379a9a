import type { LocationShare } from '@atalaia/contract/accounts/location';
import type { Device } from '@atalaia/contract/devices/device';
import { mdiContentCopy, mdiLinkOff, mdiLinkVariant, mdiWhatsapp } from '@mdi/js';
import { useState } from 'react';
import { copyText } from '../../../lib/files/copy-text.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { ChoiceList } from '../../../ui/field/choice-list.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Dialog, DialogFoot } from '../../../ui/window/dialog.tsx';
import { linkOf, type NewShare, type ShareWish } from '../made-links.ts';
import { useShares } from '../use-shares.ts';
import classes from './share-dialog.module.css';

/** How long a link may live, hours. */
const offeredHours = ['1', '4', '24', '168'] as const;

interface NewShareDialogProps {
  readonly device: Device;
  readonly busy: boolean;
  readonly onShare: (wish: ShareWish) => void;
  readonly onClose: () => void;
}

/** How long a link to a device is to live and what it shows, before it is made. */
export function NewShareDialog({ device, busy, onShare, onClose }: NewShareDialogProps) {
  const { text } = useTexts();
  const [hours, choose] = useState<(typeof offeredHours)[number]>('24');
  const [showsName, setShowsName] = useState(true);
  const [showsTrail, setShowsTrail] = useState(false);
  return (
    <Dialog
      opened
      width={400}
      title={text('panel.shareLocation')}
      closeLabel={text('action.close')}
      onClose={onClose}
    >
      <form
        className={classes.body}
        onSubmit={(event) => {
          event.preventDefault();
          onShare({ hours: Number(hours), showsName, showsTrail });
        }}
      >
        <p>{text('share.shows', { name: device.name })}</p>
        <ChoiceList
          columns
          label={text('share.howLong')}
          choices={offeredHours.map((value) => ({
            value,
            label:
              value === '168'
                ? text('share.days', { count: 7 })
                : text('share.hours', { count: Number(value) }),
          }))}
          chosen={hours}
          onChoose={choose}
          hasFocus
        />
        <fieldset className={classes.shown}>
          <legend>{text('share.what')}</legend>
          <Checkbox
            label={text('share.whatName')}
            checked={showsName}
            onChange={({ currentTarget }) => setShowsName(currentTarget.checked)}
          />
          <Checkbox
            label={text('share.whatTrail')}
            checked={showsTrail}
            onChange={({ currentTarget }) => setShowsTrail(currentTarget.checked)}
          />
        </fieldset>
        <DialogFoot>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary" icon={mdiLinkVariant} busy={busy}>
            {text('share.make')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

interface ShareDialogProps {
  readonly made: NewShare;
  readonly onClose: () => void;
}

/** The link that was made and copied, how long it lives, and the other links of its device, each of which can be ended. */
export function ShareDialog({ made, onClose }: ShareDialogProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const { shares, revoke, isRevoking } = useShares();
  const link = linkOf(made);
  const others = shares?.filter(({ id, devices }) => id !== made.id && sharesDevice(devices, made.devices));
  const copy = () =>
    copyText(link).then(
      () => toasts.show('success', text('panel.shareCopied')),
      () => toasts.show('info', text('share.notCopied')),
    );
  return (
    <Dialog
      opened
      width={560}
      title={text('panel.shareLocation')}
      closeLabel={text('action.close')}
      onClose={onClose}
    >
      <div className={classes.body}>
        <TextField
          label={text('share.link')}
          value={link}
          readOnly
          data-autofocus
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <p className={classes.note}>
          {text('share.expires', { date: formats.dateTime(made.expiresAt) })} · {text(whatIsShown(made))}
        </p>
        <DialogFoot>
          <Button icon={mdiLinkOff} busy={isRevoking} onClick={() => revoke(made.id, { onSuccess: onClose })}>
            {text('share.revoke')}
          </Button>
          <Button
            icon={mdiWhatsapp}
            onClick={() => {
              const message = text('share.message', { link, date: formats.dateTime(made.expiresAt) });
              const address = `https://wa.me/?text=${encodeURIComponent(message)}`;
              window.open(address, '_blank', 'noopener,noreferrer');
            }}
          >
            {text('share.whatsapp')}
          </Button>
          <Button kind="primary" icon={mdiContentCopy} onClick={() => void copy()}>
            {text('share.copy')}
          </Button>
        </DialogFoot>
        {others && others.length > 0 && (
          <section className={classes.others} aria-labelledby="other-shares">
            <h3 id="other-shares" className={classes.title}>
              {text('share.others')}
            </h3>
            <ul className={classes.list}>
              {others.map(({ id, sharedBy, createdAt, expiresAt }) => (
                <li key={id} className={classes.share}>
                  <p className={classes.labels}>
                    {text('share.by', { name: sharedBy, date: formats.dateTime(createdAt) })}
                    <span className={classes.note}>
                      {text('share.expires', { date: formats.dateTime(expiresAt) })}
                    </span>
                  </p>
                  <Button disabled={isRevoking} onClick={() => revoke(id)}>
                    {text('share.revoke')}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Dialog>
  );
}

/** The key of what a link shows. */
export const whatIsShown = ({ showsName, showsTrail }: Pick<LocationShare, 'showsName' | 'showsTrail'>) =>
  showsTrail
    ? (`share.shown.${showsName ? 'all' : 'trail'}` as const)
    : (`share.shown.${showsName ? 'name' : 'place'}` as const);

function sharesDevice(one: LocationShare['devices'], other: LocationShare['devices']): boolean {
  return one.some(({ id }) => other.some((device) => device.id === id));
}
