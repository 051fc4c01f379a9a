import type { AlarmHandling } from '@atalaia/contract/desk/alarm-acts';
import { mdiHeadset } from '@mdi/js';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useHandlings } from '../../../live/use-handlings.ts';
import { Pill, type Tone } from '../../../ui/layout/pill.tsx';

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
  return first ? <HandlingPill handling={first} /> : null;
}
