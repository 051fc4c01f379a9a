import { accumulatorsSchema, type Device } from '@atalaia/contract/devices/device';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { leaveGuard } from '../../lib/leaving/leave-guard.ts';
import { failureMessage } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { ResourceForm } from '../../resources/form/resource-form.tsx';
import { useResourceFormContext } from '../../resources/form/use-resource-form-context.ts';
import type { RowView, RowViewProps } from '../../resources/resource.ts';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { accumulatorForm, readAccumulators, writeAccumulators } from './accumulators-form.ts';

const rowSchema = accumulatorsSchema.extend({ id: z.number() });

/** What a device has counted, set by hand after a change of tracker (DEV-02). */
function AccumulatorsView({ row: device, onDone }: RowViewProps<Device>) {
  const { text } = useTexts();
  const api = useApi();
  const context = useResourceFormContext();
  const query = useQuery({
    queryKey: ['accumulators', device.id],
    queryFn: ({ signal }) => readAccumulators(api, device.id, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (!context) return null;
  return (
    <QueryView
      query={query}
      failure={(error) => failureMessage(error, text)}
      waiting={<Spinner label={text('view.loading')} />}
    >
      {(counted) => (
        <ResourceForm
          form={accumulatorForm}
          place={{ path: 'devices', schema: rowSchema }}
          save={(writer, input) => writeAccumulators(writer, device.id, input)}
          opened={{ row: counted, revision: undefined }}
          name={device.name}
          context={context}
          onSaved={onDone}
          onBack={() => leaveGuard.leave(onDone)}
        />
      )}
    </QueryView>
  );
}

export const accumulatorsView: RowView<Device> = {
  key: 'accumulators',
  label: 'list.odometer',
  hotkey: 'F4',
  writes: true,
  View: AccumulatorsView,
};
