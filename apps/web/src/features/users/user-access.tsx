import { invitationSchema } from '@atalaia/contract/accounts/account-link';
import { sessionSchema } from '@atalaia/contract/accounts/session';
import type { User } from '@atalaia/contract/accounts/user';
import { mdiContentCopy, mdiEyeOutline, mdiLinkPlus, mdiShieldRemoveOutline, mdiWhatsapp } from '@mdi/js';
import { useState } from 'react';
import { useWrite } from '../../lib/api/use-write.ts';
import { copyText } from '../../lib/files/copy-text.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { lookAs, useSession, useSessionStore } from '../../lib/session/session-context.ts';
import { statusText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { RowViewProps } from '../../resources/resource.ts';
import { Button } from '../../ui/button/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { TextField } from '../../ui/field/text-field.tsx';
import { Question } from '../../ui/window/question.tsx';
import classes from './user-access.module.css';

/** How a user gets in: the invitation that is handed to him, and the way out where he lost his second factor (IDP-01, IDP-03). */
export function UserAccess({ row, onDone }: RowViewProps<User>) {
  const { text } = useTexts();
  const formats = useFormats();
  const [isAsking, setAsking] = useState(false);
  const onError = (error: Error) => toasts.show('failure', statusText(error, text));
  const invite = useWrite({
    write: (api) =>
      api.json({ method: 'POST', path: `users/${row.id}/invitation`, json: {} }, invitationSchema),
    onError,
  });
  const remove = useWrite({
    write: (api) => api.send({ method: 'DELETE', path: `users/${row.id}/second-factor` }),
    onSuccess: () => toasts.show('success', text('user.factorRemoved')),
    onError,
    onSettled: () => setAsking(false),
  });
  const made = invite.data;
  const message = made && encodeURIComponent(text('user.inviteMessage', { url: made.url }));
  const phone = (row.phone ?? '').replaceAll(/\D/g, '');
  const copy = (link: string) =>
    copyText(link).then(
      () => toasts.show('success', text('panel.shareCopied')),
      () => toasts.show('info', text('share.notCopied')),
    );
  return (
    <div className={classes.view}>
      <p className={classes.text}>{text('user.inviteText')}</p>
      {row.invitationMail && !made && (
        <p className={classes.text}>{text(`user.invitationMail.${row.invitationMail}`)}</p>
      )}
      {made ? (
        <>
          <TextField
            label={text('user.inviteLink')}
            value={made.url}
            readOnly
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <p className={classes.text}>
            {text('user.inviteExpires', { date: formats.dateTime(made.expiresAt) })}{' '}
            {made.mailed && text('user.inviteMailed')}
          </p>
          <div className={classes.buttons}>
            <Button kind="primary" icon={mdiContentCopy} onClick={() => void copy(made.url)}>
              {text('share.copy')}
            </Button>
            <Button
              icon={mdiWhatsapp}
              onClick={() =>
                window.open(
                  `https://wa.me/${phone.length === 10 || phone.length === 11 ? `55${phone}` : phone}?text=${message}`,
                  '_blank',
                  'noopener,noreferrer',
                )
              }
            >
              {text('user.inviteWhatsApp')}
            </Button>
          </div>
        </>
      ) : (
        <div>
          <Button icon={mdiLinkPlus} busy={invite.isPending} onClick={() => invite.mutate()}>
            {text('user.invite')}
          </Button>
        </div>
      )}
      <LookAs user={row} />
      <p className={classes.text}>{text('user.factorRemoveText')}</p>
      <div className={classes.buttons}>
        <Button kind="danger" icon={mdiShieldRemoveOutline} onClick={() => setAsking(true)}>
          {text('user.factorRemove')}
        </Button>
        <Button onClick={onDone}>{text('list.back')}</Button>
      </div>
      {isAsking && (
        <Question
          title={text('user.factorRemove')}
          closeLabel={text('action.close')}
          cancelLabel={text('action.cancel')}
          actLabel={text('user.factorRemove')}
          busy={remove.isPending}
          onAct={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          {text('user.factorRemoveText')}
        </Question>
      )}
    </div>
  );
}

/** For administrators; through the eyes of another one nobody looks. */
function LookAs({ user }: { readonly user: User }) {
  const { text } = useTexts();
  const session = useSessionStore();
  const state = useSession();
  const open = useWrite({
    write: (api) => api.json({ method: 'GET', path: `session/${user.id}` }, sessionSchema),
    onSuccess: (opened) => lookAs(session, opened),
    onError: (error) => toasts.show('failure', statusText(error, text)),
  });
  const isOffered =
    state.phase === 'signed-in' && state.profile === 'admin' && !user.administrator && !user.disabled;
  if (!isOffered) return null;
  return (
    <>
      <p className={classes.text}>{text('user.lookAsText')}</p>
      <div>
        <Button icon={mdiEyeOutline} busy={open.isPending} onClick={() => open.mutate()}>
          {text('user.lookAs')}
        </Button>
      </div>
    </>
  );
}
