import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { getAlarmOfEvent } from '../../../../features/desk/desk-calls.ts';
import { panelTab } from '../../../../features/devices/panel/panel-tab.ts';
import { CommentForm } from '../../../../features/events/components/comment-form.tsx';
import { EventScreen } from '../../../../features/events/components/event-screen.tsx';
import { useApi } from '../../../../lib/api/api-context.ts';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { useDeskRole } from '../../../../lib/session/desk-role.ts';
import { statusText } from '../../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { useLive } from '../../../../live/live-context.ts';
import { toasts } from '../../../../ui/feedback/toasts.ts';
import { useAdminContext } from '../admin-context.ts';

interface EventViewProps {
  /** `/admin/events/{eventId}` handles it, `/admin/devices/{eventId}` only shows it. */
  readonly handles: boolean;
}

/** One event over the map, with the form to handle it (ROUTE-04, EVT-01). */
export function EventView({ handles }: EventViewProps) {
  const { core } = useAdminContext();
  const { alarms, events } = useLive();
  const navigate = useNavigate();
  const { eventId: inPath } = useParams();
  const [query] = useSearchParams();
  const idText = inPath ?? query.get('eventId');
  const eventId = Number(idText);
  // as the map was before the event was looked at
  const [goBack] = useState(() => core.keepView());
  const goHome = () => {
    goBack();
    void navigate('/admin');
  };
  const { state } = useLocation();
  const alarm = useAlarmOf(eventId, handles);

  if (!idText || alarm.isPending) return null;
  if (alarm.id !== undefined) return <Navigate to={`/admin/desk/${alarm.id}`} replace state={state} />;
  return (
    <EventScreen
      key={eventId}
      core={core}
      eventId={eventId}
      onDevice={(deviceId) => void navigate(`/admin/events/devices/${deviceId}`)}
      onClose={goHome}
    >
      {handles && (
        <CommentForm
          eventId={eventId}
          onHandled={() => {
            alarms.remove(eventId);
            events.remove(eventId);
            goHome();
          }}
        />
      )}
    </EventScreen>
  );
}

/** The alarm that an event opened or joined: its screen is the alarm's (EVT-01, DESK-07). */
function useAlarmOf(eventId: number, handles: boolean) {
  const api = useApi();
  const worksAtDesk = useDeskRole() !== 'none';
  const isRequested = handles && worksAtDesk && Number.isSafeInteger(eventId) && eventId > 0;
  const { data, isFetched } = useQuery({
    queryKey: ['alarm-of-event', eventId],
    queryFn: ({ signal }) => getAlarmOfEvent(api, eventId, signal),
    enabled: isRequested,
    retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.status !== 0),
  });
  // asked again, without an answer before, it must not take the form with its typed text away
  return { id: data?.id, isPending: isRequested && !isFetched };
}

/**
 * `/admin/events/devices/{deviceId}`: the map goes to the device at zoom 18, and its panel has its events a click away (ROUTE-04):
 * in front where who leads there asks for them, or where they were in front before.
 */
export function DeviceEventsView() {
  const { core } = useAdminContext();
  const { text } = useTexts();
  const { deviceId = '' } = useParams();
  const { state } = useLocation();
  useEffect(() => {
    if (state?.panel === 'events') panelTab.set('events');
  }, [state]);
  useEffect(() => {
    core.select(Number(deviceId)).then(
      (outcome) => outcome === 'unknown' && toasts.show('failure', text('error.status404')),
      (error: unknown) => toasts.show('failure', statusText(error, text)),
    );
  }, [core, deviceId, text]);
  return null;
}
