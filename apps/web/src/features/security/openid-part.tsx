import type { OpenIdLink } from '@atalaia/contract/accounts/openid';
import { mdiLinkVariant } from '@mdi/js';
import { useState } from 'react';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { failureMessage } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { FailedState } from '../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { Pill } from '../../ui/layout/pill.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import classes from './security.module.css';
import { beginOpenIdLink, removeOpenIdLink, useChanged, useOpenIdLink } from './use-security.ts';

interface OpenIdPartProps {
  readonly provider: string;
  /** The browser is about to leave for the provider. */
  readonly onLeaving: () => void;
}

/** The person's account at the OpenID Connect provider: which it is, and the way to link and unlink it (IDP-02). */
export function OpenIdPart({ provider, onLeaving }: OpenIdPartProps) {
  const { text } = useTexts();
  const { data, error, refetch } = useOpenIdLink();
  const title = text('security.openId', { provider });
  return (
    <section className={classes.part} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      {data && <Link link={data} onLeaving={onLeaving} />}
      {!data && !error && <Skeleton height={80} />}
      {!data && error && <FailedState {...failureMessage(error, text)} onRetry={() => void refetch()} />}
    </section>
  );
}

function Link({ link, onLeaving }: { readonly link: OpenIdLink; readonly onLeaving: () => void }) {
  const { text } = useTexts();
  const formats = useFormats();
  const changed = useChanged();
  const [isOpen, open] = useState(false);
  const { provider, linked, hasPassword } = link;
  const close = () => open(false);
  return (
    <>
      <div className={classes.state}>
        <Pill tone={linked ? 'online' : 'unknown'}>{text(linked ? 'security.on' : 'security.off')}</Pill>
      </div>
      <p className={classes.text}>
        {linked
          ? text('security.openIdLinked', { label: linked.label, time: formats.dateTime(linked.createdAt) })
          : text('security.openIdText', { provider })}
      </p>
      {linked?.lastUsedAt && (
        <p className={classes.text}>
          {text('security.openIdUsed', { time: formats.dateTime(linked.lastUsedAt) })}
        </p>
      )}
      {linked && !hasPassword && <p className={classes.text}>{text('security.openIdOnlyWay')}</p>}
      {linked && hasPassword && (
        <div>
          <Button kind="danger" onClick={() => open(true)}>
            {text('security.openIdUnlink')}
          </Button>
        </div>
      )}
      {!linked && (
        <div>
          <Button icon={mdiLinkVariant} onClick={() => open(true)}>
            {text('security.openIdLink')}
          </Button>
        </div>
      )}
      {isOpen && linked && (
        <ConfirmDialog
          danger
          title={text('security.openIdUnlink')}
          actLabel={text('security.openIdUnlink')}
          act={(api, { currentPassword }) => removeOpenIdLink(api, currentPassword)}
          onDone={() => {
            toasts.show('success', text('security.removed'));
            close();
            changed();
          }}
          onClose={close}
        >
          <p className={classes.text}>{text('security.openIdUnlinkText', { label: linked.label })}</p>
        </ConfirmDialog>
      )}
      {isOpen && !linked && (
        <ConfirmDialog
          title={text('security.openIdLink')}
          actLabel={text('security.continue')}
          act={(api, { currentPassword }) => beginOpenIdLink(api, currentPassword)}
          onDone={({ url }) => {
            onLeaving();
            window.location.assign(url);
          }}
          onClose={close}
        >
          <p className={classes.text}>{text('security.openIdLinkText', { provider })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
