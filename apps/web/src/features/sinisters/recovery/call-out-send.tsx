import {
  type CallOutInput,
  callOutSchema,
  type NearResponder,
  type NewCallOut,
  newCallOutSchema,
} from '@atalaia/contract/sinisters/call-out';
import { mdiContentCopy, mdiMessageTextOutline, mdiWhatsapp } from '@mdi/js';
import { type FormEvent, useState } from 'react';
import { useWrite } from '../../../lib/api/use-write.ts';
import { copyText } from '../../../lib/files/copy-text.ts';
import { whatsAppAddress } from '../../../lib/formats/phone-mask.ts';
import { useSession } from '../../../lib/session/session-context.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import linkClasses from '../../../ui/button/link-button.module.css';
import { Refusal } from '../../../ui/feedback/form-refusal.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { TextArea } from '../../../ui/field/text-area.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Dialog, DialogFoot } from '../../../ui/window/dialog.tsx';

import classes from './recovery.module.css';
import { useCaseWrite } from './recovery-calls.ts';

interface SendDialogProps {
  readonly sinisterId: number;
  readonly responder: NearResponder;
  readonly onMade: (made: NewCallOut) => void;
  readonly onClose: () => void;
}

/** Calls somebody of the directory out: the message to him, and the person who approves the cost. */
export function SendDialog({ sinisterId, responder, onMade, onClose }: SendDialogProps) {
  const { text } = useTexts();
  const session = useSession();
  const [message, typeMessage] = useState('');
  const [approvedBy, typeApproved] = useState(session.phase === 'signed-in' ? session.person.name : '');
  const { mutate, error, isPending } = useWrite({
    ofForm: true,
    write: (api, json: CallOutInput) =>
      api.json({ method: 'POST', path: `sinisters/${sinisterId}/call-outs`, json }, newCallOutSchema),
    onSuccess: onMade,
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (approvedBy.trim() === '') return;
    mutate({
      responderId: responder.id,
      approvedBy: approvedBy.trim(),
      ...(message.trim() && { message: message.trim() }),
    });
  };
  return (
    <Dialog
      opened
      width={560}
      title={text('callOut.sendTo', { name: responder.name })}
      closeLabel={text('action.close')}
      onClose={onClose}
    >
      <form className={classes.form} noValidate onSubmit={send}>
        <TextArea
          label={text('callOut.message')}
          maxLength={1000}
          value={message}
          data-autofocus
          onChange={({ currentTarget }) => typeMessage(currentTarget.value)}
        />
        <TextField
          dense
          label={`${text('callOut.approvedBy')} *`}
          maxLength={255}
          value={approvedBy}
          error={approvedBy.trim() === '' ? text('form.required') : undefined}
          onChange={({ currentTarget }) => typeApproved(currentTarget.value)}
        />
        {error && <Refusal>{failureText(error, text)}</Refusal>}
        <DialogFoot>
          <Button disabled={isPending} onClick={onClose}>
            {text('action.cancel')}
          </Button>
          <Button type="submit" kind="primary" busy={isPending}>
            {text('callOut.send')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

/** The link of a call-out, which is shown only once: by WhatsApp, by SMS, or copied. */
export function CallOutLinkDialog({
  made,
  onClose,
}: {
  readonly made: NewCallOut;
  readonly onClose: () => void;
}) {
  const { text } = useTexts();
  const { id, sinisterId, token, text: words, name, phone } = made;
  const path = `sinisters/${sinisterId}/call-outs/${id}`;
  const opened = useCaseWrite(sinisterId, (api) =>
    api.json({ method: 'PUT', path, json: { opened: 'whatsapp' }, outlivesPage: true }, callOutSchema),
  );
  const sms = useCaseWrite(sinisterId, (api) =>
    api.json({ method: 'POST', path: `${path}/sms`, json: { token } }, callOutSchema),
  );
  const copy = () =>
    copyText(words).then(
      () => toasts.show('success', text('cockpit.copied')),
      () => toasts.show('info', text('cockpit.notCopied')),
    );
  return (
    <Dialog
      opened
      width={560}
      title={text('callOut.linkOf', { name })}
      closeLabel={text('action.close')}
      onClose={onClose}
    >
      <div className={classes.form}>
        <p>{text('callOut.linkOnce')}</p>
        <TextArea
          label={text('callOut.words')}
          value={words}
          readOnly
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <div className={classes.buttons}>
          <a
            className={linkClasses.link}
            href={`${whatsAppAddress(phone)}?${new URLSearchParams({ text: words })}`}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => opened.mutate()}
          >
            <Icon path={mdiWhatsapp} size={18} />
            {text('callOut.byWhatsApp')}
          </a>
          <Button
            icon={mdiMessageTextOutline}
            busy={sms.isPending}
            disabled={sms.data?.channelState === 'sent'}
            onClick={() => sms.mutate()}
          >
            {text(sms.data?.channelState === 'sent' ? 'callOut.smsSent' : 'callOut.bySms')}
          </Button>
          <Button icon={mdiContentCopy} onClick={() => void copy()}>
            {text('share.copy')}
          </Button>
        </div>
        <DialogFoot>
          <Button kind="primary" onClick={onClose}>
            {text('action.close')}
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  );
}
