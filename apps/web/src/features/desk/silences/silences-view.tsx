import { mdiBellOffOutline } from '@mdi/js';
import { vehicleText } from '../../../lib/device/vehicle-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { silencesKey, useSilencesQuery } from '../../../live/desk/use-silences.ts';
import { UntilList } from '../until/until-list.tsx';

/** Vehicles and customers whose events open no alarm for now, each with why and until when (DESK-16). */
export function SilencesView() {
  const { text } = useTexts();
  return (
    <UntilList
      title="desk.silences"
      query={useSilencesQuery()}
      queryKey={silencesKey}
      path="silences"
      whatTitle="desk.vehicleOrCustomer"
      what={({ deviceName, plate, customerName }) => vehicleText(deviceName ?? customerName, plate)}
      reason={({ reason, note }) => [text(`silenceReason.${reason}`), note].filter(Boolean).join(': ')}
      endLabel="desk.endSilence"
      empty={{ icon: mdiBellOffOutline, hint: 'desk.noSilences' }}
    />
  );
}
