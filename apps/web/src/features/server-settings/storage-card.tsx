import type { Storage } from '@atalaia/contract/server/storage';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { failureMessage } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { FactList } from '../../ui/table/fact-list.tsx';
import classes from './server-view.module.css';
import { sizeText, useStorage } from './storage.ts';

/** The newest backup, what would be lost now, and the room on the disks (BACK-02). */
export function StorageCard() {
  const { text } = useTexts();
  const query = useStorage();
  return (
    <section aria-label={text('storage.title')}>
      <h2 className={classes.storageTitle}>{text('storage.title')}</h2>
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={240} />}
      >
        {(storage) => <StorageFacts storage={storage} />}
      </QueryView>
    </section>
  );
}

function StorageFacts({ storage: { backups, disks } }: { readonly storage: Storage }) {
  const { text, language } = useTexts();
  const formats = useFormats();
  const { last, failure, ageSeconds, positionsSince } = backups;
  const number = new Intl.NumberFormat(language);
  const size = (bytes: number) => sizeText(bytes, language);
  const state = backups.isRunning
    ? 'storage.running'
    : backups.isOverdue
      ? 'storage.overdue'
      : 'storage.inTime';
  return (
    <>
      {!backups.isOn && <p className={classes.storageNote}>{text('storage.off')}</p>}
      {failure && (
        <p role="alert" className={classes.storageNote}>
          {text('storage.failed', { at: formats.dateTime(failure.at), reason: failure.reason })}
        </p>
      )}
      <FactList
        facts={[
          { name: text('storage.last'), value: last ? formats.dateTime(last.takenAt) : text('storage.none') },
          ...(backups.isOn ? [{ name: text('storage.state'), value: text(state) }] : []),
          ...(ageSeconds === null
            ? []
            : [{ name: text('storage.age'), value: formats.hours(ageSeconds * 1000) }]),
          ...(positionsSince === null
            ? []
            : [
                {
                  name: text('storage.atRisk'),
                  value: text('storage.positions', { count: number.format(positionsSince) }),
                },
              ]),
          ...(last
            ? [
                {
                  name: text('storage.size'),
                  value: text('storage.sizeOf', { all: size(last.bytes), added: size(last.newBytes) }),
                },
              ]
            : []),
          ...disks.map(({ of, freeBytes, totalBytes, isLow }) => ({
            name: text(of === 'data' ? 'storage.diskData' : 'storage.diskBackups'),
            value: text(isLow ? 'storage.lowRoom' : 'storage.room', {
              free: size(freeBytes),
              total: size(totalBytes),
            }),
          })),
        ]}
      />
    </>
  );
}
