import {
  publicServerSettingsSchema,
  type ServerSettings,
  serverSettingsSchema,
} from '@atalaia/contract/server/server-settings';
import { useQuery } from '@tanstack/react-query';
import { use, useMemo } from 'react';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { leaveGuard } from '../../lib/leaving/leave-guard.ts';
import { ServerSettingsContext } from '../../lib/settings/settings-context.ts';
import { failureMessage } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import type { StoredRow } from '../../resources/api/save-row.ts';
import { ResourceForm } from '../../resources/form/resource-form.tsx';
import { useResourceFormContext } from '../../resources/form/use-resource-form-context.ts';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { IntegrationsCard } from './integrations-card.tsx';
import { serverFormOf } from './server-form.ts';
import classes from './server-view.module.css';
import { StorageCard } from './storage-card.tsx';

const place = { path: 'server', schema: serverSettingsSchema };

/** The settings of the installation: read, changed, and in force on this page at once (SRV-01). */
export function ServerView({ onClose }: { readonly onClose: () => void }) {
  const { text } = useTexts();
  const api = useApi();
  const inForce = use(ServerSettingsContext);
  // Read again for nothing but a save: what is typed meanwhile would go.
  const query = useQuery({
    queryKey: ['server-settings'],
    queryFn: ({ signal }) => readServer(api, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    retry: false,
  });
  return (
    <QueryView
      query={query}
      failure={(error) => failureMessage(error, text)}
      waiting={<Skeleton height={320} />}
    >
      {(stored) => (
        <StoredForm
          key={query.dataUpdatedAt}
          stored={stored}
          onSaved={(saved) => {
            inForce?.set(publicOf(saved));
            void query.refetch();
          }}
          onClose={onClose}
        />
      )}
    </QueryView>
  );
}

async function readServer(api: ApiClient, signal: AbortSignal): Promise<StoredRow<ServerSettings>> {
  const { body, headers } = await api.answer({ path: place.path, signal }, place.schema);
  return { row: body, revision: headers.get('etag') ?? undefined };
}

interface StoredFormProps {
  readonly stored: StoredRow<ServerSettings>;
  readonly onSaved: (saved: ServerSettings) => void;
  readonly onClose: () => void;
}

function StoredForm({ stored, onSaved, onClose }: StoredFormProps) {
  const { text } = useTexts();
  const context = useResourceFormContext();
  const form = useMemo(() => serverFormOf(stored.row), [stored]);
  if (!context) return null;
  return (
    <div className={classes.view} data-fills>
      <ResourceForm
        form={form}
        place={place}
        opened={stored}
        name={text('server.version', { version: stored.row.version })}
        context={context}
        onSaved={onSaved}
        onBack={() => leaveGuard.leave(onClose)}
      />
      <aside className={classes.aside}>
        <IntegrationsCard />
        <StorageCard />
      </aside>
    </div>
  );
}

/** What a page may keep of them: a stranger reads no more (ROLE-03). */
function publicOf(server: ServerSettings) {
  const attributes = Object.entries(server.attributes).filter(([name]) => name.startsWith('ui.'));
  return publicServerSettingsSchema.parse({ ...server, attributes: Object.fromEntries(attributes) });
}
