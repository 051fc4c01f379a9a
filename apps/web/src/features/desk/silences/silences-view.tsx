import { silenceSchema } from '@atalaia/contract/desk/silence';
import { mdiBellOffOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { useApi } from '../../../lib/api/api-context.ts';
import { vehicleText } from '../../../lib/device/vehicle-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { UntilList } from '../until/until-list.tsx';

const queryKey = ['silences'];
const refreshMs = 30_000;

/** Vehicles and customers whose events open no alarm for now, each with why and until when (DESK-16). */
export function SilencesView() {
  const { text } = useTexts();
  const api = useApi();
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.json({ path: 'silences', signal }, z.array(silenceSchema)),
    refetchInterval: refreshMs,
  });
  return (
    <UntilList
      title="desk.silences"
      query={query}
      queryKey={queryKey}
      path="silences"
      whatTitle="desk.vehicleOrCustomer"
      what={({ deviceName, plate, customerName }) => vehicleText(deviceName ?? customerName, plate)}
      reason={({ reason, note }) => [text(`silenceReason.${reason}`), note].filter(Boolean).join(': ')}
      endLabel="desk.endSilence"
      empty={{ icon: mdiBellOffOutline, hint: 'desk.noSilences' }}
    />
  );
}
