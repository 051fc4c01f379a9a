import { totalCountHeader } from '@atalaia/contract/values/sorting';
import { mdiFileExcelOutline } from '@mdi/js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import type { ApiRequest } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { saveFile } from '../../lib/files/save-file.ts';
import { failureMessage, failureText } from '../../lib/texts/failure-text.ts';
import type { TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { fetchSpreadsheet } from '../import/spreadsheet-tool.tsx';
import classes from './paged-report.module.css';

interface PagedReportProps<Row> {
  /** Where its rows are, below the API's root; also as a spreadsheet, unless there is none. */
  readonly path: string;
  readonly query: NonNullable<ApiRequest['query']>;
  readonly withoutSheet?: true;
  readonly schema: z.ZodType<Row>;
  readonly title: TextKey;
  readonly countText: (total: number) => string;
  readonly empty: { readonly icon: string; readonly hint: TextKey };
  /** Asked again by itself, ms. */
  readonly refreshMs?: number;
  /** What it is searched by. */
  readonly fields: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

const pageSize = 100;
const timeoutMs = 60_000;

/** Rows that the server pages, with what they are searched by above them, and all of them as a spreadsheet. */
export function PagedReport<Row>({ path, query: asked, title, ...report }: PagedReportProps<Row>) {
  const { text } = useTexts();
  const api = useApi();
  const search = JSON.stringify(asked);
  const [at, turn] = useState({ search, page: 0 });
  // another search begins at its first page
  const page = at.search === search ? at.page : 0;
  const query = useQuery({
    queryKey: [path, asked, page],
    async queryFn({ signal }) {
      const { body, headers } = await api.answer(
        { path, query: { ...asked, limit: pageSize, offset: page * pageSize }, signal, timeoutMs },
        z.array(report.schema),
      );
      return { rows: body, total: Number(headers.get(totalCountHeader) ?? body.length) };
    },
    ...(report.refreshMs && { refetchInterval: report.refreshMs }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const sheet = useWrite({
    write: (writer) => fetchSpreadsheet(writer, { path, query: asked }),
    onSuccess: (file) => saveFile(file, `${text(title)}.xlsx`),
    onError: (error) => toasts.show('failure', failureText(error, text)),
  });
  const total = query.data?.total ?? 0;
  const lastPage = Math.max(0, Math.ceil(total / pageSize) - 1);
  // rows left since: what is shown is the last page there is
  if (query.data && !query.isPlaceholderData && page > lastPage) turn({ search, page: lastPage });
  const turnButton = (to: number, label: TextKey, isThere: boolean) => (
    <Button disabled={!isThere} onClick={() => turn({ search, page: to })}>
      {text(label)}
    </Button>
  );
  return (
    <div className={classes.list}>
      <div className={classes.bar}>
        {report.fields}
        {!report.withoutSheet && (
          <>
            <span className={classes.grow} />
            <Button icon={mdiFileExcelOutline} busy={sheet.isPending} onClick={() => sheet.mutate()}>
              {text('desk.spreadsheet')}
            </Button>
          </>
        )}
      </div>
      <QueryView
        query={query}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={240} />}
      >
        {({ rows }) =>
          total === 0 ? (
            <EmptyState icon={report.empty.icon} hint={text(report.empty.hint)} />
          ) : (
            <>
              <p className={classes.note}>{report.countText(total)}</p>
              {report.children(rows)}
              {total > pageSize && (
                <div className={classes.bar}>
                  {turnButton(page - 1, 'desk.pageBefore', page > 0)}
                  {turnButton(page + 1, 'desk.pageNext', page < lastPage)}
                </div>
              )}
            </>
          )
        }
      </QueryView>
    </div>
  );
}
