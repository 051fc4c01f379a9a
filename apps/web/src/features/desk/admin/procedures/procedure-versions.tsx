import type { ProcedureDetail } from '@atalaia/contract/desk/procedure';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../../lib/api/api-context.ts';
import { useFormats } from '../../../../lib/formats/use-formats.ts';
import { failureMessage } from '../../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { Button } from '../../../../ui/button/button.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { stepTitle } from '../../step-words.ts';
import { listVersions, proceduresKey, readVersion } from './procedure-calls.ts';
import classes from './procedure-editor.module.css';
import { StepFields } from './step-fields.tsx';

interface VersionsProps {
  readonly row: ProcedureDetail;
  readonly readOnly: boolean;
  readonly onShow: (number: number) => void;
  readonly onPublish: (number: number) => void;
}

/** Every version with who saved it, the newest first; each can be read, and published again. */
export function Versions({ row, readOnly, onShow, onPublish }: VersionsProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const { data: versions = [] } = useQuery({
    queryKey: [...proceduresKey, row.id, 'versions', row.latestVersion, row.publishedVersion],
    queryFn: ({ signal }) => listVersions(api, row.id, signal),
  });
  return (
    <section className={classes.versions} aria-label={text('procedure.versions')}>
      <h3>{text('procedure.versions')}</h3>
      <ul>
        {versions.map(({ number, savedAt, savedBy, isPublished }) => (
          <li key={number} className={classes.version}>
            <button type="button" className={classes.link} onClick={() => onShow(number)}>
              {text('procedure.versionOf', { number })}
            </button>
            <span className={classes.muted}>
              {[
                savedBy ?? text('procedure.ships'),
                formats.dateTime(savedAt),
                isPublished && text('procedure.isPublished'),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {!readOnly && !isPublished && (
              <button type="button" className={classes.link} onClick={() => onPublish(number)}>
                {text('procedure.publish')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface OldVersionProps {
  readonly id: number;
  readonly number: number;
  readonly onBack: () => void;
}

export function OldVersion({ id, number, onBack }: OldVersionProps) {
  const { text, textOr } = useTexts();
  const api = useApi();
  const query = useQuery({
    queryKey: [...proceduresKey, id, 'version', number],
    queryFn: ({ signal }) => readVersion(api, id, number, signal),
  });
  return (
    <div className={classes.body}>
      <div className={classes.acts}>
        <b>{text('procedure.readOnly', { number })}</b>
        <Button onClick={onBack}>{text('procedure.back')}</Button>
      </div>
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={200} />}
      >
        {({ steps }) => (
          <ol className={classes.steps}>
            {steps.map((step, at) => (
              <StepFields
                key={step.id}
                steps={steps}
                step={{ ...step, title: stepTitle(step, textOr), key: null }}
                at={at}
                readOnly
                problems={[]}
              />
            ))}
          </ol>
        )}
      </QueryView>
    </div>
  );
}
