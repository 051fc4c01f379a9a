import { accumulatorsSchema } from '@atalaia/contract/accumulators';
import type { Device } from '@atalaia/contract/device';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { useApi } from '../../../lib/api/api-context.ts';
import { leaveGuard } from '../../../lib/leaving/leave-guard.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { RegisterForm } from '../components/register-form.tsx';
import { useWhoFills } from '../form/use-who-fills.ts';
import type { RowViewProps } from '../register.ts';
import { accumulatorForm, readAccumulators, writeAccumulators } from './accumulators-form.ts';

const rowSchema = accumulatorsSchema.extend({ id: z.number() });

/** What a device has counted, set by hand after a change of tracker (DEV-02). */
export function AccumulatorsView({ row: device, onDone }: RowViewProps<Device>) {
  const { text } = useTexts();
  const api = useApi();
  const context = useWhoFills();
  const { data, error, refetch } = useQuery({
    queryKey: ['accumulators', device.id],
    queryFn: ({ signal }) => readAccumulators(api, device.id, signal),
    gcTime: 0,
    retry: false,
  });
  if (error) {
    return (
      <FailedState
        title={text('view.failedTitle')}
        reason={failureText(error, text)}
        retryLabel={text('error.retry')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data || !context) return <Spinner label={text('view.loading')} />;
  return (
    <RegisterForm
      form={accumulatorForm}
      place={{ path: 'devices', schema: rowSchema }}
      save={(input) => writeAccumulators(api, device.id, input)}
      opened={{ row: data, revision: undefined }}
      name={device.name}
      context={context}
      onSaved={onDone}
      onBack={() => leaveGuard.leave(onDone)}
    />
  );
}
