import { type AlarmHandling, alarmHandlingSchema } from '@atalaia/contract/desk/alarm-acts';
import { mdiHeadset } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { useApi } from '../../../lib/api/api-context.ts';
import { useDeskRole } from '../../../lib/session/desk-role.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { Pill, type Tone } from '../../../ui/layout/pill.tsx';
import classes from './handling.module.css';

const key = ['handlings'] as const;
const none: readonly AlarmHandling[] = [];

/**
 * How alarms of a client's vehicles are handled, as far as he may see it (DESK-12); nothing for people of the desk. The
 * channel sends changes; it is fetched each minute too, since an outcome is shown for one day and a suppression may end
 * without a message.
 */
function useHandlings(): readonly AlarmHandling[] {
  const api = useApi();
  const queries = useQueryClient();
  const { feed } = useLive();
  const isClient = useDeskRole() === 'none';
  useEffect(() => {
    if (!isClient) return;
    return feed.onHandlings((changes) => {
      const changed = new Set(changes.map(({ deviceId }) => deviceId));
      queries.setQueryData<readonly AlarmHandling[]>(key, (known = none) => [
        ...changes.flatMap(({ alarms }) => alarms),
        ...known.filter(({ deviceId }) => !changed.has(deviceId)),
      ]);
      // an answer on its way may be older than this
      if (queries.isFetching({ queryKey: key }) > 0) void queries.invalidateQueries({ queryKey: key });
    });
  }, [feed, queries, isClient]);
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.json({ path: 'alarms/handling', signal }, z.array(alarmHandlingSchema)),
    enabled: isClient,
    refetchInterval: 60_000,
    staleTime: 30_000,
  });
  return (isClient && data) || none;
}

const tones: Readonly<Record<AlarmHandling['state'], Tone>> = {
  open: 'unknown',
  working: 'brand',
  closed: 'online',
};

/** In what state the centre has an alarm, in a client's words (DESK-12). */
function HandlingPill({
  handling: { state, outcomeKey, outcomeName },
}: {
  readonly handling: AlarmHandling;
}) {
  const { text, textOr } = useTexts();
  const outcome = outcomeKey === null ? outcomeName : textOr(`alarmOutcome.${outcomeKey}`, outcomeName ?? '');
  return (
    <Pill tone={tones[state]} icon={mdiHeadset}>
      {state === 'closed' ? text('handling.closed', { outcome: outcome ?? '' }) : text(`handling.${state}`)}
    </Pill>
  );
}

/** How the alarm of an event is handled, where a client may see it. */
export function EventHandling({ eventId }: { readonly eventId: number }) {
  const handling = useHandlings().find(({ eventIds }) => eventIds.includes(eventId));
  return handling ? <HandlingPill handling={handling} /> : null;
}

const rank = (state: AlarmHandling['state']) => ['working', 'open', 'closed'].indexOf(state);

/** Of a vehicle: what is worked on before what waits and what ended. */
export function VehicleHandling({ deviceId }: { readonly deviceId: number }) {
  const [first] = useHandlings()
    .filter((one) => one.deviceId === deviceId)
    .toSorted((one, other) => rank(one.state) - rank(other.state));
  return (
    first && (
      <div className={classes.ofVehicle}>
        <HandlingPill handling={first} />
      </div>
    )
  );
}
