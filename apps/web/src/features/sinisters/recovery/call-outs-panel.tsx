import type { CallOut, NearResponder, NewCallOut } from '@atalaia/contract/sinisters/call-out';
import { formatPhone, isPhone } from '@atalaia/domain/documents/mask';
import { mdiFileDelimitedOutline, mdiMicrosoftExcel } from '@mdi/js';
import { useState } from 'react';
import { Link } from 'react-router';
import { useApi } from '../../../lib/api/api-context.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { useFormats, useMoney } from '../../../lib/formats/use-formats.ts';
import { failureMessage, failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { fetchSpreadsheet } from '../../../resources/import/spreadsheet-tool.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { useMayWriteSinisters, useSinister } from '../use-sinister.ts';
import { CallOutItem } from './call-out-item.tsx';
import { CallOutLinkDialog, SendDialog } from './call-out-send.tsx';
import classes from './recovery.module.css';
import { useCallOuts, useNearResponders } from './recovery-calls.ts';

interface CallOutsPanelProps {
  readonly sinisterId: number;
  readonly deviceId: number;
}

/** Who was called out to a theft and what he answered, and the directory to call from, the nearest first (COCK-02). */
export function CallOutsPanel({ sinisterId }: CallOutsPanelProps) {
  const { text } = useTexts();
  const { data: sinister } = useSinister(sinisterId);
  const mayWrite = useMayWriteSinisters() && sinister?.status === 'opened';
  const callOuts = useCallOuts(sinisterId);
  const [chosen, choose] = useState<NearResponder | null>(null);
  const [made, setMade] = useState<NewCallOut | null>(null);
  return (
    <div className={classes.panel}>
      <section className={classes.part} aria-label={text('callOut.title')}>
        <header className={classes.head}>
          <h2 className={classes.title}>{text('callOut.title')}</h2>
          <Exports sinisterId={sinisterId} isEmpty={callOuts.data?.length === 0} />
        </header>
        <QueryView
          query={callOuts}
          failure={(error) => failureMessage(error, text)}
          waiting={<Skeleton height={90} />}
        >
          {(list) => <Sent list={list} mayWrite={mayWrite} onLink={setMade} />}
        </QueryView>
      </section>
      {mayWrite && <Directory sinisterId={sinisterId} onChoose={choose} />}
      {chosen && (
        <SendDialog
          sinisterId={sinisterId}
          responder={chosen}
          onClose={() => choose(null)}
          onMade={(callOut) => {
            choose(null);
            setMade(callOut);
          }}
        />
      )}
      {made && <CallOutLinkDialog made={made} onClose={() => setMade(null)} />}
    </div>
  );
}

interface SentProps {
  readonly list: readonly CallOut[];
  readonly mayWrite: boolean;
  readonly onLink: (made: NewCallOut) => void;
}

function Sent({ list, mayWrite, onLink }: SentProps) {
  const { text } = useTexts();
  if (list.length === 0) return <p className={classes.muted}>{text('callOut.none')}</p>;
  return (
    <ul className={classes.list}>
      {list.map((callOut) => (
        <CallOutItem key={callOut.id} callOut={callOut} mayWrite={mayWrite} onLink={onLink} />
      ))}
    </ul>
  );
}

interface DirectoryProps {
  readonly sinisterId: number;
  readonly onChoose: (responder: NearResponder) => void;
}

function Directory({ sinisterId, onChoose }: DirectoryProps) {
  const { text } = useTexts();
  const query = useNearResponders(sinisterId);
  return (
    <section className={classes.part} aria-label={text('callOut.directory')}>
      <header className={classes.head}>
        <h2 className={classes.title}>{text('callOut.directory')}</h2>
        <Link className={classes.link ?? ''} to="/admin/manage/responder">
          {text('callOut.editDirectory')}
        </Link>
      </header>
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={120} />}
      >
        {(responders) =>
          responders.length === 0 ? (
            <p className={classes.muted}>{text('callOut.noDirectory')}</p>
          ) : (
            <ul className={classes.list}>
              {responders.map((responder) => (
                <DirectoryItem
                  key={responder.id}
                  responder={responder}
                  onChoose={() => onChoose(responder)}
                />
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
}

/** An authorization that ends within so many days is warned of, ms. */
const warnMs = 30 * 24 * 3_600_000;

function DirectoryItem({
  responder,
  onChoose,
}: {
  readonly responder: NearResponder;
  readonly onChoose: () => void;
}) {
  const { text } = useTexts();
  const formats = useFormats();
  const money = useMoney();
  const { name, kind, phone, area, hours, callOutCents, kmCents, authorizedUntil, isAuthorized } = responder;
  const { distanceMetres, bearing, placedBy } = responder;
  const far =
    distanceMetres === null || bearing === null || placedBy === null
      ? text('responder.noPlace')
      : [
          formats.distance(distanceMetres),
          text('callOut.comesFrom', { course: formats.course((bearing + 180) % 360) }),
          text(placedBy === 'tracker' ? 'responder.byTracker' : 'responder.byBase'),
        ].join(' · ');
  const prices = [
    callOutCents !== null && money(callOutCents),
    kmCents !== null && text('callOut.perKm', { price: money(kmCents) }),
  ].filter(Boolean);
  const day = authorizedUntil?.split('-').reverse().join('/');
  const endsSoon = authorizedUntil !== null && Date.parse(authorizedUntil) - Date.now() < warnMs;
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <span className={classes.name} dir="auto" title={name}>
          {name}
        </span>
        <Button disabled={!isAuthorized} onClick={onChoose}>
          {text('callOut.send')}
        </Button>
      </div>
      <p>{far}</p>
      <p className={classes.muted} dir="auto">
        {[text(`responderKind.${kind}`), isPhone(phone) ? formatPhone(phone) : phone, area, hours, ...prices]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {!isAuthorized && <p className={classes.refused}>{text('callOut.expired', { date: day ?? '' })}</p>}
      {isAuthorized && endsSoon && (
        <p className={classes.warning}>{text('callOut.expires', { date: day ?? '' })}</p>
      )}
    </li>
  );
}

/** From the first call-out that can be to the last. */
const always = { from: '2000-01-01T00:00:00.000Z', to: '2999-01-01T00:00:00.000Z' };

function Exports({ sinisterId, isEmpty }: { readonly sinisterId: number; readonly isEmpty: boolean }) {
  const { text } = useTexts();
  const api = useApi();
  const request = { path: 'reports/call-outs', query: { ...always, sinisterId } };
  const onError = (error: Error) => toasts.show('failure', failureText(error, text));
  const sheet = useWrite({
    write: () => fetchSpreadsheet(api, request),
    onSuccess: (file) => saveFile(file, `${text('callOut.file')}.xlsx`),
    onError,
  });
  const csv = useWrite({
    write: async () => new Blob([await api.bytes({ ...request, accept: 'text/csv' })], { type: 'text/csv' }),
    onSuccess: (file) => saveFile(file, `${text('callOut.file')}.csv`),
    onError,
  });
  if (isEmpty) return null;
  return (
    <span className={classes.row}>
      <IconButton
        size={28}
        name={text('callOut.exportCsv')}
        icon={mdiFileDelimitedOutline}
        loading={csv.isPending}
        onClick={() => csv.mutate()}
      />
      <IconButton
        size={28}
        name={text('callOut.exportSheet')}
        icon={mdiMicrosoftExcel}
        loading={sheet.isPending}
        onClick={() => sheet.mutate()}
      />
    </span>
  );
}
