import {
  publicServerSettingsSchema,
  type ServerSettings,
  serverSettingsSchema,
} from '@atalaia/contract/server-settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useMemo, useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { leaveGuard } from '../../../lib/leaving/leave-guard.ts';
import { ServerSettingsContext } from '../../../lib/settings/settings-context.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { RegisterForm } from '../components/register-form.tsx';
import { useWhoFills } from '../form/use-who-fills.ts';
import { serverFormOf } from './server-form.ts';
import classes from './server-view.module.css';

const queryKey = ['server-settings'];

/** The settings of the installation: read, changed, and in force on this page at once (SRV-01). */
export function ServerView({ onClose }: { readonly onClose: () => void }) {
  const { text } = useTexts();
  const api = useApi();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.json({ path: 'server', signal }, serverSettingsSchema),
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
  if (!data) return <Skeleton height={320} />;
  return <LoadedForm read={data} onClose={onClose} />;
}

interface LoadedFormProps {
  readonly read: ServerSettings;
  readonly onClose: () => void;
}

function LoadedForm({ read, onClose }: LoadedFormProps) {
  const { text } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const context = useWhoFills();
  const inForce = use(ServerSettingsContext);
  /** As it was read or saved last; each time the form begins anew. */
  const [standing, setStanding] = useState({ server: read, turn: 0 });
  const form = useMemo(() => serverFormOf(standing.server), [standing]);
  if (!context) return null;
  return (
    <div className={classes.view} data-fills>
      <RegisterForm
        key={standing.turn}
        form={form}
        place={{ path: 'server', schema: serverSettingsSchema }}
        opened={{ row: standing.server, revision: undefined }}
        save={(input) => api.json({ method: 'PUT', path: 'server', json: input }, serverSettingsSchema)}
        name={text('server.version', { version: standing.server.version })}
        context={context}
        onSaved={(saved) => {
          inForce?.set(publicOf(saved));
          queries.setQueryData(queryKey, saved);
          setStanding(({ turn }) => ({ server: saved, turn: turn + 1 }));
        }}
        onBack={() => leaveGuard.leave(onClose)}
      />
    </div>
  );
}

/** What a page may keep of them: a stranger reads no more (ROLE-03). */
function publicOf(server: ServerSettings) {
  const attributes = Object.entries(server.attributes).filter(([name]) => name.startsWith('ui.'));
  return publicServerSettingsSchema.parse({ ...server, attributes: Object.fromEntries(attributes) });
}
