import type { AlarmDetail } from '@atalaia/contract/desk/alarm';
import {
  mdiAccountArrowRightOutline,
  mdiAccountSwitchOutline,
  mdiCar,
  mdiClose,
  mdiHandBackRightOutline,
  mdiPauseCircleOutline,
  mdiPlayCircleOutline,
} from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useKeys } from '../../../lib/keys/use-keys.ts';
import { useDeskRole } from '../../../lib/session/desk-role.ts';
import { useSession, useUserId } from '../../../lib/session/session-context.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import type { MapCore } from '../../../map/map-api.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { alarmKey, claim, getAlarm, resume, takeOver } from '../desk-calls.ts';
import { DeskState } from '../desk-state.tsx';
import { isStale, refusedText } from '../refused.ts';
import { useTakeIn } from '../use-take-alarm.ts';
import { AlarmEvents } from './alarm-events.tsx';
import { AlarmHistory } from './alarm-history.tsx';
import { HoldDialog } from './hold-dialog.tsx';
import { MassFaultDevices } from './mass-fault-devices.tsx';
import { NoteForm } from './note-form.tsx';
import { PassDialog } from './pass-dialog.tsx';
import { Steps } from './steps.tsx';
import { VehicleDialog } from './vehicle-dialog.tsx';
import { VehiclePast } from './vehicle-past.tsx';
import { WaysOut } from './ways-out.tsx';
import { DocumentButton, WorkHead } from './work-head.tsx';
import classes from './work-panel.module.css';

function newer(before: unknown, answer: unknown): unknown {
  const [old, next] = [before as AlarmDetail | undefined, answer as AlarmDetail];
  return old && old.version > next.version ? old : next;
}

/** One alarm with all that its screen shows, kept true: another person, or the server, may change it (DESK-18). */
function useAlarm(alarmId: number) {
  const api = useApi();
  const queries = useQueryClient();
  const { feed, connection } = useLive();
  useEffect(
    () =>
      feed.onAlarms((alarms) => {
        const news = alarms.findLast(({ id }) => id === alarmId);
        const shown = queries.getQueryData<AlarmDetail>(alarmKey(alarmId));
        if (!news || (shown && news.version <= shown.version)) return;
        // At once what the news says; the rest of the screen follows.
        if (shown) queries.setQueryData(alarmKey(alarmId), { ...shown, ...news });
        void queries.invalidateQueries({ queryKey: alarmKey(alarmId) });
      }),
    [feed, queries, alarmId],
  );
  const isOpen = useStore(connection, (now) => now === 'open');
  useEffect(() => {
    if (isOpen) void queries.invalidateQueries({ queryKey: alarmKey(alarmId) });
  }, [isOpen, queries, alarmId]);
  return useQuery({
    queryKey: alarmKey(alarmId),
    queryFn: async ({ signal }) => {
      // An address may hold anything: what is no number names no alarm.
      if (!Number.isSafeInteger(alarmId) || alarmId < 1) throw new ApiError('not-found', 404);
      return getAlarm(api, alarmId, signal);
    },
    retry: false,
    // An answer may be overtaken by news of the live channel.
    structuralSharing: (before, answer) => newer(before, answer),
  });
}

interface WorkPanelProps {
  readonly core: Pick<MapCore, 'pin' | 'showPlace' | 'select' | 'setTrace'>;
  readonly alarmId: number;
  readonly onClose: () => void;
  /** It is closed, passed on or put off; the next one was taken with it, or null. */
  readonly onDone: (nextId: number | null) => void;
  readonly onOpen: (alarmId: number) => void;
  /** Whom to call, of another feature. */
  readonly contactsOf: (alarm: AlarmDetail) => ReactNode;
}

/** One alarm and all that its work needs, beside the map with its vehicle (DESK-07). */
export function WorkPanel({ core, alarmId, onClose, onDone, onOpen, contactsOf }: WorkPanelProps) {
  const { text } = useTexts();
  const { data: alarm, error, refetch } = useAlarm(alarmId);
  const page = useRef<HTMLElement>(null);
  useKeys(page, [{ key: 'Escape', inFields: true, act: onClose }]);
  useVehicleOnMap(core, alarm?.deviceId);
  const userId = useUserId();
  const isMine = alarm !== undefined && alarm.holderId === userId && alarm.state !== 'closed';

  return (
    <aside ref={page} className={classes.panel} aria-label={text('desk.work')} aria-busy={!alarm && !error}>
      {!alarm && (
        <div className={classes.lone}>
          <IconButton size={28} name={text('panel.close')} icon={mdiClose} onClick={onClose} />
        </div>
      )}
      {!alarm && !error && (
        <div className={classes.body}>
          <Skeleton height={90} />
          <Skeleton height={160} />
        </div>
      )}
      {!alarm && error && (
        <FailedState
          title={text('view.failedTitle')}
          reason={
            error instanceof ApiError && error.code === 'not-found'
              ? text('desk.notFound')
              : failureText(error, text)
          }
          retryLabel={text('error.retry')}
          onRetry={() => void refetch()}
        />
      )}
      {alarm && (
        <>
          <WorkHead alarm={alarm} onClose={onClose} />
          <DeskState />
          <div className={classes.body}>
            <Siblings alarm={alarm} onOpen={onOpen} />
            {isMine && alarm.kind === 'manual' && alarm.deviceId === 0 && <ToldVehicle alarm={alarm} />}
            {alarm.massFaultId !== null && alarm.state !== 'closed' && (
              <Button onClick={() => onOpen(alarm.massFaultId ?? 0)}>{text('desk.openMassFault')}</Button>
            )}
            {alarm.kind === 'massFault' ? (
              <MassFaultDevices core={core} alarm={alarm} />
            ) : (
              <>
                <Steps alarm={alarm} mayAct={isMine} />
                {contactsOf(alarm)}
                <AlarmEvents core={core} alarm={alarm} />
                <VehiclePast alarm={alarm} />
              </>
            )}
            <AlarmHistory lines={alarm.history} isMassFault={alarm.kind === 'massFault'} />
            <DocumentButton alarm={alarm} />
          </div>
          <div className={classes.foot}>
            {isMine && alarm.state === 'claimed' ? (
              <>
                <WaysOut key={alarm.id} alarm={alarm} page={page} onClosed={onDone} />
                <Elsewhere alarm={alarm} onDone={() => onDone(null)} />
              </>
            ) : (
              <>
                <ToTake alarm={alarm} isMine={isMine} />
                <NoteForm key={alarm.id} alarm={alarm} />
              </>
            )}
          </div>
        </>
      )}
    </aside>
  );
}

/** The vehicle is selected, so that its live facts and commands are beside the alarm. */
function useVehicleOnMap(core: WorkPanelProps['core'], deviceId: number | undefined): void {
  useEffect(() => {
    if (!deviceId) return;
    core.select(deviceId).catch((error: unknown) => console.error('The vehicle cannot be shown', error));
  }, [core, deviceId]);
}

/** Other open alarms of the vehicle: the same person holds them (DESK-02). */
function Siblings({ alarm, onOpen }: { readonly alarm: AlarmDetail; readonly onOpen: (id: number) => void }) {
  const { text } = useTexts();
  const [first] = alarm.siblingIds;
  if (first === undefined) return null;
  return (
    <Button onClick={() => onOpen(first)}>{text('desk.siblings', { count: alarm.siblingIds.length })}</Button>
  );
}

/** A call about nobody's vehicle yet: which one it is, once one knows. */
function ToldVehicle({ alarm }: { readonly alarm: AlarmDetail }) {
  const { text } = useTexts();
  const [isAsking, ask] = useState(false);
  return (
    <>
      <Button icon={mdiCar} onClick={() => ask(true)}>
        {text('desk.giveVehicle')}
      </Button>
      {isAsking && <VehicleDialog alarm={alarm} onClose={() => ask(false)} />}
    </>
  );
}

/** "Aguardar" and "Passar adiante": out of one's hands without closing it. */
function Elsewhere({ alarm, onDone }: { readonly alarm: AlarmDetail; readonly onDone: () => void }) {
  const { text } = useTexts();
  const [asking, ask] = useState<'hold' | 'pass' | null>(null);
  const dialog = { alarm, onDone, onClose: () => ask(null) };
  return (
    <div className={classes.ways}>
      <Button icon={mdiPauseCircleOutline} fullWidth onClick={() => ask('hold')}>
        {text('desk.hold')}
      </Button>
      <Button icon={mdiAccountArrowRightOutline} fullWidth onClick={() => ask('pass')}>
        {text('desk.pass')}
      </Button>
      {asking === 'hold' && <HoldDialog {...dialog} />}
      {asking === 'pass' && <PassDialog {...dialog} />}
    </div>
  );
}

/** Takes what waits, resumes what one put off, and for a supervisor takes over what another holds. */
function ToTake({ alarm, isMine }: { readonly alarm: AlarmDetail; readonly isMine: boolean }) {
  const { text } = useTexts();
  const formats = useFormats();
  const takeIn = useTakeIn();
  const { desk } = useLive();
  const isSupervisor = useDeskRole() === 'supervisor';
  const session = useSession();
  const way =
    alarm.state === 'waiting'
      ? 'claim'
      : isMine && alarm.state === 'held'
        ? 'resume'
        : isSupervisor && (alarm.state === 'claimed' || alarm.state === 'held')
          ? 'takeOver'
          : null;
  const take = useWrite({
    write: (api) =>
      way === 'claim'
        ? claim(api, alarm.id)
        : way === 'resume'
          ? resume(api, alarm.id)
          : takeOver(api, alarm, undefined),
    onSuccess: takeIn,
    onError(error) {
      if (isStale(error)) desk.load();
      toasts.show('failure', refusedText(error, text, formats));
    },
  });
  if (way === null || (session.phase === 'signed-in' && session.person.readonly)) return null;
  const icon = {
    claim: mdiHandBackRightOutline,
    resume: mdiPlayCircleOutline,
    takeOver: mdiAccountSwitchOutline,
  };
  return (
    <Button
      kind="primary"
      icon={icon[way]}
      fullWidth
      first
      busy={take.isPending}
      onClick={() => take.mutate()}
    >
      {text(`desk.${way}`)}
    </Button>
  );
}
