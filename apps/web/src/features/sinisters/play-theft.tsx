import { demoSchema } from '@atalaia/contract/server/demo';
import { mdiTheater } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { statusText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';

/** For the administrator of a demonstration: a whole theft, from the call to the recovery. Elsewhere there is nothing. */
export function PlayTheft() {
  const { text } = useTexts();
  const api = useApi();
  const session = useSession();
  const isAdministrator = session.phase === 'signed-in' && session.person.administrator;
  const { data } = useQuery({
    queryKey: ['demo'],
    queryFn: ({ signal }) => api.json({ path: 'demo', signal }, demoSchema),
    enabled: isAdministrator,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { mutate, isPending } = useWrite({
    write: (writer) => writer.send({ method: 'POST', path: 'demo/theft' }),
    onSuccess: () => toasts.show('info', text('demo.theftBegins')),
    onError: (error) => toasts.show('failure', statusText(error, text)),
  });
  if (!data?.theft) return null;
  return (
    <IconButton
      outlined
      size={34}
      name={text('demo.playTheft')}
      icon={mdiTheater}
      loading={isPending}
      onClick={() => mutate(undefined)}
    />
  );
}
