import type { Alarm } from '@atalaia/contract/desk/alarm';
import { mdiFilePdfBox } from '@mdi/js';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';

const type = 'application/pdf';
const timeoutMs = 60_000;

/** The history for the customer, as a file to be sent to him (PROC-05); what is no single customer's has none. */
export function DocumentButton({ alarm: { id, kind, callReason } }: { readonly alarm: Alarm }) {
  const { text } = useTexts();
  const api = useApi();
  const make = useMutation({
    mutationFn: () => api.bytes({ path: `alarms/${id}/document`, accept: type, timeoutMs }),
    onSuccess: (bytes) => saveFile(new Blob([bytes], { type }), `atendimento-${id}.pdf`),
    onError: (error) =>
      toasts.show('failure', text('alarmDocument.failed', { reason: failureText(error, text) })),
  });
  if (kind === 'massFault' || callReason === 'duress') return null;
  return (
    <Button icon={mdiFilePdfBox} busy={make.isPending} onClick={() => make.mutate()}>
      {text('alarmDocument.make')}
    </Button>
  );
}
