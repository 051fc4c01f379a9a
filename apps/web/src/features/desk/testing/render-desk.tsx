/** Renders a part of the alarm desk: open alarms, the live channel and a server that the test answers for. */
import type { Alarm } from '@atalaia/contract/desk/alarm';
import type { DeskNotice } from '@atalaia/contract/desk/desk';
import { act } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { onTestFinished, vi } from 'vitest';
import { createStore } from '../../../lib/store/store.ts';
import { aSession } from '../../../lib/testing/a-session.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { createDeskAlarms } from '../../../live/desk/desk-alarms.ts';
import { createListeners } from '../../../live/listeners.ts';
import type { Connection, Live } from '../../../live/live.ts';
import { LiveContext } from '../../../live/live-context.ts';
import { toasts } from '../../../ui/feedback/toasts.ts';

// happy-dom loads no fonts: the growing text field waits for them
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });

/** Number of the person signed in. */
export const me = 1;

/** What the server says to a request that is refused. */
export const refusal = (status: number, code: string, details: object = {}) =>
  Response.json({ requestId: '1', message: '', code, details }, { status });

/** Turns of the event loop in which an answer is read and shown: timers are run in the order in which they were set. */
const turns = 20;

/** What a person does, and what follows from the answer. */
export const acted = (does: () => unknown) =>
  act(async () => {
    does();
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  });

export interface DeskParts {
  readonly alarms?: readonly Alarm[];
  /** The server's clock less the browser's, ms. */
  readonly clockMs?: number;
  /** Supervisor unless it is said. */
  readonly role?: 'operator';
  /** What is read, by path; the longest beginning counts. */
  readonly read?: Readonly<Record<string, unknown>>;
  /** What an act is answered. */
  readonly answer?: (path: string, body: unknown) => Response | Promise<Response>;
}

export async function renderDesk(node: ReactNode, parts: DeskParts = {}) {
  const { alarms = [], clockMs = 0, read = {}, answer } = parts;
  const fetchPage = vi.fn(async () => ({
    alarms: [...alarms],
    now: new Date(Date.now() + clockMs).toISOString(),
    total: alarms.length,
  }));
  const desk = createDeskAlarms({ fetchPage, random: () => 0 });
  const news = createListeners<readonly Alarm[]>();
  const notices = createListeners<readonly DeskNotice[]>();
  const live = {
    desk,
    connection: createStore<Connection>('open'),
    feed: { onAlarms: news.add, onDeskNotices: notices.add },
  };
  const told = vi.spyOn(toasts, 'show');
  onTestFinished(() => {
    told.mockRestore();
    desk.stop();
  });
  const sent: { readonly method: string; readonly path: string; readonly json: unknown }[] = [];
  // within one act: the texts of the management come a moment later
  const page = await act(() =>
    renderPage(
      <LiveContext value={live as unknown as Live}>
        <Suspense>{node}</Suspense>
      </LiveContext>,
      async ({ url, method, body }) => {
        const path = url.pathname.replace('/api/', '');
        if (method === 'GET') {
          const key = Object.keys(read).find((start) => path.startsWith(start));
          if (key === undefined) throw new Error(`nobody reads ${path}`);
          const found = read[key];
          return found instanceof Response ? found.clone() : Response.json(found);
        }
        sent.push({ method, path, json: body });
        return answer ? answer(path, body) : new Response(null, { status: 204 });
      },
    ),
  );
  if (parts.role)
    act(() =>
      page.session.begin(aSession({ deskRole: 'operator', attributes: { profile: 'central' } }), {
        email: 'a@example.com',
        keepConnected: false,
      }),
    );
  await acted(() => desk.load());
  return {
    desk,
    fetchPage,
    told,
    /** What was sent to a path, as its bodies. */
    said: (path: string) => sent.filter((request) => request.path === path).map(({ json }) => json),
    sent,
    notice: (notice: DeskNotice) => act(async () => notices.emit([notice])),
  };
}
