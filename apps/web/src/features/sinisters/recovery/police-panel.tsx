import { newPoliceLinkSchema, type PoliceLink } from '@atalaia/contract/sinisters/police-link';
import { formatInstant, parseFormInstant } from '@atalaia/domain/time/dates';
import { mdiContentCopy, mdiLinkOff, mdiLinkPlus } from '@mdi/js';
import { useState } from 'react';
import { copyText } from '../../../lib/files/copy-text.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { failureMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { TextField } from '../../../ui/field/text-field.tsx';
import { DateField } from '../../../ui/form/date-field.tsx';
import { useMayWriteSinisters, useSinister } from '../use-sinister.ts';
import { PoliceTextsPart } from './police-texts-part.tsx';
import classes from './recovery.module.css';
import { useCaseWrite, usePoliceLinks } from './recovery-calls.ts';

interface PolicePanelProps {
  readonly sinisterId: number;
  readonly deviceId: number;
}

/** What the police receives about a theft: the texts, and a link to the vehicle, with its visits (COCK-04, COCK-05). */
export function PolicePanel({ sinisterId }: PolicePanelProps) {
  const { data: sinister } = useSinister(sinisterId);
  const mayWrite = useMayWriteSinisters() && sinister?.status === 'opened';
  return (
    <div className={classes.panel}>
      <PoliceTextsPart sinisterId={sinisterId} mayWrite={mayWrite} />
      <Links sinisterId={sinisterId} mayWrite={mayWrite} />
    </div>
  );
}

interface LinksProps {
  readonly sinisterId: number;
  readonly mayWrite: boolean;
}

function Links({ sinisterId, mayWrite }: LinksProps) {
  const { text } = useTexts();
  const query = usePoliceLinks(sinisterId);
  return (
    <section className={classes.part} aria-label={text('policeLink.title')}>
      <h2 className={classes.title}>{text('policeLink.title')}</h2>
      {mayWrite && <NewLink sinisterId={sinisterId} />}
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={60} />}
      >
        {(links) =>
          links.length === 0 ? (
            <p className={classes.muted}>{text('policeLink.none')}</p>
          ) : (
            <ul className={classes.list}>
              {links.map((link) => (
                <LinkItem key={link.id} sinisterId={sinisterId} link={link} mayWrite={mayWrite} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
}

/** As long as the server gives a link by itself, ms. */
const usualMs = 24 * 3_600_000;

function NewLink({ sinisterId }: { readonly sinisterId: number }) {
  const { text } = useTexts();
  const { timezone } = useSettings();
  const [until, typeUntil] = useState(() => formatInstant(Date.now() + usualMs, 'formDateTime', timezone));
  const make = useCaseWrite(sinisterId, (api, expiresAt: string) =>
    api.json(
      { method: 'POST', path: `sinisters/${sinisterId}/police-links`, json: { expiresAt } },
      newPoliceLinkSchema,
    ),
  );
  const atMs = parseFormInstant(until, timezone);
  const address = make.data && `${window.location.origin}/police/${make.data.token}`;
  const copy = () =>
    copyText(address ?? '').then(
      () => toasts.show('success', text('cockpit.copied')),
      () => toasts.show('info', text('cockpit.notCopied')),
    );
  return (
    <div className={classes.form}>
      <div className={classes.row}>
        <DateField
          dense
          time
          label={text('policeLink.until')}
          chooseLabel={text('policeLink.chooseUntil')}
          text={until}
          error={atMs === undefined ? text('form.notADate') : undefined}
          onType={typeUntil}
        />
        <Button
          icon={mdiLinkPlus}
          busy={make.isPending}
          disabled={atMs === undefined}
          onClick={() => atMs !== undefined && make.mutate(new Date(atMs).toISOString())}
        >
          {text('policeLink.make')}
        </Button>
      </div>
      {address && (
        <>
          <TextField
            dense
            readOnly
            label={text('policeLink.address')}
            value={address}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <div className={classes.buttons}>
            <Button icon={mdiContentCopy} onClick={() => void copy()}>
              {text('share.copy')}
            </Button>
          </div>
          <p className={classes.muted}>{text('policeLink.once')}</p>
        </>
      )}
    </div>
  );
}

interface LinkItemProps {
  readonly sinisterId: number;
  readonly link: PoliceLink;
  readonly mayWrite: boolean;
}

function LinkItem({ sinisterId, link, mayWrite }: LinkItemProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const { id, createdAt, createdBy, expiresAt, revokedAt, visits } = link;
  const end = useCaseWrite(sinisterId, (api) =>
    api.send({ method: 'DELETE', path: `sinisters/${sinisterId}/police-links/${id}` }),
  );
  const isOver = revokedAt !== null || Date.parse(expiresAt) <= Date.now();
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <span>{text('share.by', { name: createdBy, date: formats.dateTime(createdAt) })}</span>
        {mayWrite && !isOver && (
          <Button icon={mdiLinkOff} busy={end.isPending} onClick={() => end.mutate()}>
            {text('policeLink.end')}
          </Button>
        )}
      </div>
      <p className={classes.muted}>
        {revokedAt
          ? text('policeLink.ended', { date: formats.dateTime(revokedAt) })
          : text(isOver ? 'policeLink.expired' : 'policeLink.expires', { date: formats.dateTime(expiresAt) })}
      </p>
      {visits.length === 0 && <p className={classes.muted}>{text('policeLink.noVisits')}</p>}
      {visits.map(({ id: visitId, name, unit, phone, lookedAt, looks }) => (
        <p key={visitId} className={classes.visit} dir="auto">
          <b>{name}</b> · {unit} · <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
          <br />
          <span className={classes.muted}>
            {text('policeLink.looks', { count: looks, date: formats.dateTime(lookedAt) })}
          </span>
        </p>
      ))}
    </li>
  );
}
