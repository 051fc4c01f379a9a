import { useNavigate, useParams, useSearchParams } from 'react-router';
import { CommentForm } from '../../../../features/events/components/comment-form.tsx';
import { EventScreen } from '../../../../features/events/components/event-screen.tsx';
import { useLive } from '../../../../live/live-context.ts';
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
  const goHome = () => void navigate('/admin');

  if (!idText) return null;
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
