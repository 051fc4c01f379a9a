import {
  type Integration,
  type IntegrationState,
  integrationStateSchema,
} from '@atalaia/contract/server/integrations';
import { mdiPencilOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { failureMessage } from '../../lib/texts/failure-text.ts';
import type { TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Pill, type Tone } from '../../ui/layout/pill.tsx';
import { IntegrationDialog, integrationsKey } from './integration-dialog.tsx';
import classes from './server-view.module.css';

/** The services of others: which are set up, which fail, and the way to set them up. */
export function IntegrationsCard() {
  const { text } = useTexts();
  const api = useApi();
  const [edited, setEdited] = useState<Integration>();
  const query = useQuery({
    queryKey: integrationsKey,
    queryFn: ({ signal }) =>
      api.json({ path: 'server/integrations', signal }, z.array(integrationStateSchema)),
    refetchInterval: 30_000,
    retry: false,
  });
  return (
    <section aria-label={text('integrations.title')}>
      <h2 className={classes.storageTitle}>{text('integrations.title')}</h2>
      <p className={classes.question}>{text('integrations.help')}</p>
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={320} />}
      >
        {(states) => {
          const opened = states.find(({ integration }) => integration === edited);
          return (
            <>
              <ul className={classes.integrations}>
                {states.map((state) => (
                  <li key={state.integration}>
                    <IntegrationRow state={state} onEdit={() => setEdited(state.integration)} />
                  </li>
                ))}
              </ul>
              {opened && (
                <IntegrationDialog
                  key={opened.integration}
                  state={opened}
                  onClose={() => setEdited(undefined)}
                />
              )}
            </>
          );
        }}
      </QueryView>
    </section>
  );
}

/** What is wrong, or how it stands, in one or two words. */
function standingOf(state: IntegrationState): { readonly tone: Tone; readonly key: TextKey } {
  if (state.fault !== null) return { tone: 'alarm', key: 'integrations.wrong' };
  if (!state.isSetUp) return { tone: 'offline', key: 'integrations.notSetUp' };
  const failedAt = state.failure?.at ?? '';
  return failedAt > (state.doneAt ?? '')
    ? { tone: 'alarm', key: 'integrations.failing' }
    : { tone: 'online', key: 'integrations.setUp' };
}

function IntegrationRow({
  state,
  onEdit,
}: {
  readonly state: IntegrationState;
  readonly onEdit: () => void;
}) {
  const { text } = useTexts();
  const formats = useFormats();
  const name = text(`integration.${state.integration}`);
  const { tone, key } = standingOf(state);
  return (
    <button type="button" className={classes.integration} onClick={onEdit}>
      <span>{name}</span>
      <Pill tone={tone}>{text(key)}</Pill>
      <Icon path={mdiPencilOutline} size={16} />
      {tone === 'alarm' && (
        <span className={classes.integrationFault}>
          {state.fault !== null
            ? text('integrations.fault', { reason: state.fault })
            : state.failure &&
              text('integrations.lastFailure', {
                at: formats.dateTime(state.failure.at),
                reason: state.failure.reason,
              })}
        </span>
      )}
    </button>
  );
}
