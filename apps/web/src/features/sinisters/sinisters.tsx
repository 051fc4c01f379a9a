import { demoSchema } from '@atalaia/contract/server/server-settings';
import { type Sinister, sinisterSchema } from '@atalaia/contract/sinisters/sinister';
import { mdiTheater } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { sinisterTone } from '../../lib/sinister/sinister-tone.ts';
import { statusText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { Resource } from '../../resources/resource.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { Pill } from '../../ui/layout/pill.tsx';

export const sinisters: Resource<Sinister> = {
  title: 'sinister.title',
  path: 'sinisters',
  query: { all: 'true' },
  schema: sinisterSchema,
  nameOf: ({ number }, { text }) => text('sinister.number', { number }),
  tools: [{ key: 'demo', writes: true, render: () => <PlayTheft /> }],
  columns: [
    {
      key: 'number',
      title: 'list.columnSinister',
      sort: 'number',
      cell: ({ number }, { text }) => text('sinister.number', { number }),
    },
    { key: 'plate', title: 'sinister.plate', sort: 'devicePlate', cell: ({ devicePlate }) => devicePlate },
    {
      key: 'device',
      title: 'sinister.device',
      sort: 'deviceName',
      optional: 420,
      cell: ({ device }) => device.name,
    },
    {
      key: 'customer',
      title: 'sinister.customer',
      sort: 'customerName',
      optional: 860,
      cell: ({ customerName }) => customerName,
    },
    {
      key: 'type',
      title: 'sinister.openingType',
      sort: 'openingType',
      optional: 620,
      cell: ({ openingType }, { text }) => text(`openingType.${openingType}`),
    },
    {
      key: 'date',
      title: 'sinister.openingDate',
      sort: 'openingDate',
      muted: true,
      width: 176,
      cell: ({ openingDate }, { formats }) => formats.dateTime(openingDate),
    },
    {
      key: 'status',
      title: 'list.columnStatus',
      sort: 'status',
      cell: (sinister, { text }) => (
        <Pill tone={sinisterTone(sinister, Date.now())}>
          {text(sinister.status === 'opened' ? 'sinister.statusOpened' : 'sinister.statusClosed')}
        </Pill>
      ),
    },
  ],
};

/** For the administrator of a demonstration: a whole theft, from the call to the recovery. Elsewhere there is nothing. */
function PlayTheft() {
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
