import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { TheftCommands } from '../../../../features/commands/components/theft-commands.tsx';
import { ContactsPanel } from '../../../../features/contacts/work/contacts-panel.tsx';
import { useCaseNews, useCockpit, useWatchers } from '../../../../features/sinisters/cockpit/case-calls.ts';
import { CaseFacts } from '../../../../features/sinisters/cockpit/case-facts.tsx';
import { CaseHead } from '../../../../features/sinisters/cockpit/case-head.tsx';
import { CaseOnMap } from '../../../../features/sinisters/cockpit/case-on-map.tsx';
import { CaseTimeline } from '../../../../features/sinisters/cockpit/case-timeline.tsx';
import { FirstHourPanel } from '../../../../features/sinisters/cockpit/first-hour.tsx';
import { CallOutsPanel } from '../../../../features/sinisters/recovery/call-outs-panel.tsx';
import { PolicePanel } from '../../../../features/sinisters/recovery/police-panel.tsx';
import { useMayWriteSinisters, useSinister } from '../../../../features/sinisters/use-sinister.ts';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { useKeys } from '../../../../lib/keys/use-keys.ts';
import { useDeskRole } from '../../../../lib/session/desk-role.ts';
import { failureText } from '../../../../lib/texts/failure-text.ts';
import type { TextKey } from '../../../../lib/texts/texts.ts';
import { useManagementTexts, useTexts } from '../../../../lib/texts/texts-context.ts';
import { MapView } from '../../../../map/map-view.tsx';
import { PlainMapView } from '../../../../map/plain-map-view.tsx';
import { FailedState } from '../../../../ui/feedback/failed-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { Spinner } from '../../../../ui/feedback/spinner.tsx';
import { Tabs } from '../../../../ui/layout/tabs.tsx';
import { FallbackScreen } from '../../../screens/screens.tsx';
import { SmallWidget, Widget } from '../../widget.tsx';
import { useAdminContext } from '../admin-context.ts';
import classes from './cockpit.module.css';

/** `/admin/sinisters/{id}`: one screen for an open theft, kept open (COCK-01). */
export function CockpitRoute() {
  const spelling = useParams().sinisterId ?? '';
  const sinisterId = /^[1-9]\d{0,8}$/.test(spelling) ? Number(spelling) : null;
  return sinisterId === null ? <FallbackScreen /> : <OneCase key={sinisterId} sinisterId={sinisterId} />;
}

function OneCase({ sinisterId }: { readonly sinisterId: number }) {
  useManagementTexts();
  const { text } = useTexts();
  const { data, error, refetch } = useSinister(sinisterId);
  if (data) return <Cockpit sinister={data} />;
  if (!error) return <Spinner label={text('view.loading')} />;
  return (
    <main className={classes.failed}>
      <FailedState
        title={text('cockpit.loadFailed')}
        reason={
          error instanceof ApiError && error.code === 'not-found'
            ? text('cockpit.notFound')
            : failureText(error, text)
        }
        retryLabel={text('error.retry')}
        onRetry={() => void refetch()}
      />
    </main>
  );
}

/** A second screen shows everything at once; a tablet and a phone the map, and one part at a time beside or below it. */
const wide = '(min-width: 1700px)';
const middle = '(min-width: 1200px)';

function useLayout(): 'wide' | 'middle' | 'narrow' {
  const isWide = useMediaQuery(wide, window.matchMedia(wide).matches);
  const isMiddle = useMediaQuery(middle, window.matchMedia(middle).matches);
  return isWide ? 'wide' : isMiddle ? 'middle' : 'narrow';
}

type CockpitQuery = ReturnType<typeof useCockpit>;

function Cockpit({ sinister }: { readonly sinister: Sinister }) {
  const navigate = useNavigate();
  const { core } = useAdminContext();
  const page = useRef<HTMLElement>(null);
  const layout = useLayout();
  useCaseNews(sinister);
  const query = useCockpit(sinister.id);
  const cockpit = query.data;
  const watchers = useWatchers(sinister.id, cockpit?.watchers);
  const close = () => void navigate('/admin');
  useKeys(page, [{ key: 'Escape', act: close }]);
  // Whoever leaves sees the map as it was before.
  useEffect(() => core.keepView(), [core]);
  useEffect(() => page.current?.querySelector('h1')?.focus(), []);
  const parts = useCaseParts(sinister, query);
  return (
    <main ref={page} className={classes.page} data-layout={layout}>
      <CaseHead sinister={sinister} device={cockpit?.device ?? null} watchers={watchers} onClose={close} />
      <div className={classes.body}>
        <div className={classes.map}>
          <Widget>
            {layout === 'narrow' ? <PlainMapView core={core} /> : <MapView core={core} Part={SmallWidget} />}
            {cockpit && <CaseOnMap core={core} sinister={sinister} cockpit={cockpit} />}
          </Widget>
        </div>
        {layout === 'narrow' ? (
          <OneColumn parts={parts} />
        ) : (
          <Columns parts={parts} isWide={layout === 'wide'} />
        )}
      </div>
    </main>
  );
}

interface CasePart {
  readonly key: string;
  readonly title: string;
  readonly content: ReactNode;
}

/** What is said and done of a case, each part failing by itself. */
function useCaseParts(sinister: Sinister, query: CockpitQuery) {
  const { text } = useTexts();
  const { core } = useAdminContext();
  const { id: sinisterId, status, deviceId, device, occurrences } = sinister;
  const mayWrite = useMayWriteSinisters() && status === 'opened';
  const worksAtDesk = useDeskRole() !== 'none';
  const loaded = (children: (data: NonNullable<CockpitQuery['data']>) => ReactNode) => (
    <QueryView
      query={query}
      failure={(error) => ({
        title: text('cockpit.loadFailed'),
        reason: failureText(error, text),
        retryLabel: text('error.retry'),
      })}
      waiting={<Skeleton height={180} />}
    >
      {children}
    </QueryView>
  );
  const partOf = (key: string, title: TextKey, content: ReactNode): CasePart => ({
    ...{ key, title: text(title), content: <Widget>{content}</Widget> },
  });
  const now = (
    <div className={classes.stack}>
      {loaded((data) => (
        <CaseFacts cockpit={data} onShow={core.showPlace} />
      ))}
      {status === 'opened' && query.data?.device && (
        <section aria-label={text('cockpit.commands')}>
          <TheftCommands device={{ id: deviceId, name: device.name }} />
        </section>
      )}
    </div>
  );
  const contacts = <ContactsPanel work={{ sinisterId }} version={query.dataUpdatedAt} />;
  const timeline = loaded((data) => <CaseTimeline timeline={data.timeline} occurrences={occurrences} />);
  return {
    now: partOf('now', 'cockpit.now', now),
    firstHour: (
      <Widget>
        <FirstHourPanel sinisterId={sinisterId} mayWrite={mayWrite} />
      </Widget>
    ),
    contacts: worksAtDesk ? partOf('contacts', 'cockpit.contacts', contacts) : undefined,
    timeline: partOf('timeline', 'cockpit.timeline', timeline),
    /** People sent out, and what the police receives. */
    more: [
      partOf('callOuts', 'responder.title', <CallOutsPanel sinisterId={sinisterId} deviceId={deviceId} />),
      partOf('police', 'policePanel.title', <PolicePanel sinisterId={sinisterId} deviceId={deviceId} />),
    ],
  };
}

type CaseParts = ReturnType<typeof useCaseParts>;

/** A tablet and a phone: one part at a time. */
function OneColumn({ parts: { now, firstHour, contacts, timeline, more } }: { readonly parts: CaseParts }) {
  const stacked = (
    <div className={classes.stack}>
      {now.content}
      {firstHour}
    </div>
  );
  return (
    <TabbedParts parts={[{ ...now, content: stacked }, ...(contacts ? [contacts] : []), timeline, ...more]} />
  );
}

interface ColumnsProps {
  readonly parts: CaseParts;
  readonly isWide: boolean;
}

function Columns({ parts: { now, firstHour, contacts, timeline, more }, isWide }: ColumnsProps) {
  return (
    <>
      <div className={classes.column} data-side="left">
        {now.content}
        {firstHour}
      </div>
      <div className={classes.column} data-side="right">
        {contacts && <div className={classes.contacts}>{contacts.content}</div>}
        <TabbedParts parts={isWide ? more : [timeline, ...more]} />
      </div>
      {isWide && (
        <div className={classes.column} data-side="far">
          {timeline.content}
        </div>
      )}
    </>
  );
}

function TabbedParts({ parts }: { readonly parts: readonly CasePart[] }) {
  const { text } = useTexts();
  const [chosen, choose] = useState<string>();
  const shown = parts.find(({ key }) => key === chosen) ?? parts[0];
  if (!shown) return null;
  return (
    <div className={classes.tabs}>
      <Tabs
        label={text('cockpit.title')}
        shown={shown.key}
        onShow={choose}
        tabs={parts.map(({ key, title }) => ({ value: key, title }))}
      >
        <div key={shown.key} className={classes.tab}>
          {shown.content}
        </div>
      </Tabs>
    </div>
  );
}
