import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MutationObserver, onlineManager, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { createQueries, retryUnanswered } from './create-queries.ts';
import { LeftUnanswered } from './write-attempts.ts';

let left: number;
let queries: QueryClient;

beforeEach(() => {
  left = 0;
  queries = createQueries(() => {
    left += 1;
  });
  queries.mount();
});

afterEach(() => {
  queries.unmount();
  queries.clear();
  onlineManager.setOnline(true);
});

const notSent = new ApiError('not-sent', 0);
const offline = new ApiError('offline', 0);

test('a change without a network fails at once, and is not made when the network is back', async () => {
  onlineManager.setOnline(false);
  let tries = 0;
  const save = new MutationObserver(queries, {
    async mutationFn() {
      tries += 1;
      throw notSent;
    },
  });
  const forget = save.subscribe(() => {});
  await expect(save.mutate()).rejects.toBe(notSent);
  expect(save.getCurrentResult()).toMatchObject({ status: 'error', isPaused: false });
  forget();
  onlineManager.setOnline(true);
  await queries.resumePausedMutations();
  expect(tries).toBe(1);
});

test('a list without a network fails at once, and is asked for by itself when the network is back', async () => {
  onlineManager.setOnline(false);
  let answers: () => Promise<string> = () => Promise.reject(offline);
  const list = new QueryObserver(queries, { queryKey: ['list'], queryFn: () => answers() });
  const forget = list.subscribe(() => {});
  await expect
    .poll(() => list.getCurrentResult())
    .toMatchObject({ status: 'error', fetchStatus: 'idle', failureCount: 1 });
  answers = async () => 'rows';
  onlineManager.setOnline(true);
  await expect.poll(() => list.getCurrentResult().data).toBe('rows');
  forget();
});

test('when the server is back what was never answered is asked again; what is being edited is not read anew', async () => {
  let requested = 0;
  const stored = { staleTime: Number.POSITIVE_INFINITY, refetchOnReconnect: false, retry: false } as const;
  const never = new QueryObserver(queries, {
    ...stored,
    queryKey: ['never'],
    queryFn: () => (requested++ === 0 ? Promise.reject(new ApiError('connection', 0)) : 'a row'),
  });
  const refused = new QueryObserver(queries, {
    ...stored,
    queryKey: ['refused'],
    queryFn: () => Promise.reject(new ApiError('forbidden', 403)),
  });
  let readings = 0;
  const edited = new QueryObserver(queries, {
    ...stored,
    queryKey: ['edited'],
    queryFn: () => (readings++ === 0 ? 'opened' : Promise.reject(new ApiError('connection', 0))),
  });
  const forgets = [never, refused, edited].map((observer) => observer.subscribe(() => {}));
  await expect.poll(() => refused.getCurrentResult().status).toBe('error');
  await edited.refetch();
  expect(edited.getCurrentResult()).toMatchObject({ status: 'error', data: 'opened' });

  retryUnanswered(queries);
  await expect.poll(() => never.getCurrentResult().data).toBe('a row');
  expect([refused.getCurrentResult().failureCount, readings]).toEqual([1, 2]);
  for (const forget of forgets) forget();
});

test('[CMD-05] what changes while a list is read for the first time is read once that answer is here', async () => {
  const answers: ((row: string) => void)[] = [];
  const list = new QueryObserver(queries, {
    queryKey: ['list', 1],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    retry: false,
  });
  const forget = list.subscribe(() => {});
  const changed = queries.invalidateQueries({ queryKey: ['list'] });
  expect(answers).toHaveLength(1);
  answers[0]?.('sent');
  await expect.poll(() => answers).toHaveLength(2);
  expect(list.getCurrentResult().data).toBe('sent');
  answers[1]?.('answered');
  await changed;
  expect(list.getCurrentResult()).toMatchObject({ data: 'answered', fetchStatus: 'idle' });
  // what is not shown is not read for it
  forget();
  await queries.invalidateQueries({ queryKey: ['list'] });
  expect(answers).toHaveLength(2);
});

test('however much changes while a list is read for the first time, it is read once more; one whose reading fails is not tried anew', async () => {
  const answers: PromiseWithResolvers<string>[] = [];
  const list = new QueryObserver(queries, {
    queryKey: ['list', 1],
    queryFn: () => {
      const answer = Promise.withResolvers<string>();
      answers.push(answer);
      return answer.promise;
    },
    retry: false,
  });
  const change = () => [1, 2, 3].map(() => queries.invalidateQueries({ queryKey: ['list'] }));
  const forget = list.subscribe(() => {});
  const failing = change();
  answers[0]?.reject(new ApiError('connection', 0));
  await Promise.all(failing);
  expect([list.getCurrentResult().fetchStatus, answers.length]).toEqual(['idle', 1]);

  void list.refetch();
  const changed = change();
  answers[1]?.resolve('sent');
  await expect.poll(() => answers.length).toBe(3);
  answers[2]?.resolve('answered');
  await Promise.all(changed);
  expect(list.getCurrentResult()).toMatchObject({ data: 'answered', fetchStatus: 'idle' });
  expect(answers).toHaveLength(3);
  forget();
});

test('of a form that was left before its answer the page is told where the change may have been made', async () => {
  for (const mayBeMade of [true, false]) {
    const save = new MutationObserver(queries, {
      mutationFn: () => Promise.reject(new LeftUnanswered(mayBeMade, undefined)),
    });
    await save.mutate().catch(() => {});
  }
  expect(left).toBe(1);
});

const source = join(import.meta.dirname, '../..');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(source, path), 'utf8') }));
const using = (pattern: RegExp) =>
  files
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .sort();

test('every change goes through `useWrite`, which its form ends; nothing asks or changes with manners of its own', () => {
  expect(using(/(new|extends) QueryClient\b/)).toEqual(['lib/api/create-queries.ts']);
  expect(using(/networkMode|resumePausedMutations|setMutationDefaults/)).toEqual([
    'lib/api/create-queries.ts',
  ]);
  // the API's client makes no change: TypeScript requests a writer, and these alone make one
  expect(using(/\.writer\(/)).toEqual(
    [
      // an import and a report's mailing end by a signal of their own; a sign-out, a draft and who looks at a
      // case outlive the page; the page of a call-out keeps its answers until they are taken, and a phone's places
      // and a browser's notifications go on by themselves
      'app/start/follow-session.ts',
      'features/desk/work/use-draft.ts',
      'resources/import/use-import.ts',
      'features/reports/use-delivery.ts',
      'features/sessions/hooks/use-sign-out.ts',
      'features/sinisters/cockpit/case-calls.ts',
      'features/visitor/phone-tracker.tsx',
      'features/visitor/use-called-out.ts',
      'lib/api/write-attempts.ts',
    ].sort(),
  );
  // what is requested by a click, and changes nothing
  expect(using(/useMutation[(<]/)).toEqual(
    [
      'features/campaigns/campaign-devices.tsx',
      'features/chart/use-chart-spreadsheet.ts',
      'features/desk/work/work-head.tsx',
      'features/devices/panel/use-trace.ts',
      'features/sinisters/components/sinister-fields.tsx',
      'features/geofences/geofences.tsx',
      'features/computed-attributes/expression-field.tsx',
      'resources/import/import-tool.tsx',
      'resources/import/spreadsheet-tool.tsx',
      'features/reports/use-delivery.ts',
      'features/sinisters/opening/draft-card.tsx',
      'features/sinisters/use-report.ts',
      'lib/api/use-write.ts',
    ].sort(),
  );
});
