import type { EventQuery } from '@atalaia/contract/event';
import type { EventCommentInput } from '@atalaia/contract/event-comment';
import { type Kysely, sql } from 'kysely';
import { notFound } from '../../app-error.ts';
import type { LiveFragment } from '../../bus/bus.ts';
import type { Caller } from '../../caller.ts';
import type { Schema } from '../../db/schema.ts';
import type { JsonRows } from '../../http/json-text.ts';
import { writeAudit } from '../../writing/audit.ts';
import type { Commit } from '../../writing/commit.ts';
import { describeComments, eventFragments, handledEventFragment } from './events-presenter.ts';
import { findEvent, insertComment, listEvents, markHandled } from './events-queries.ts';

export interface EventsService {
  list(caller: Caller, query: EventQuery): JsonRows;
  read(caller: Caller, id: number): Promise<string>;
  /** Events as the live channel tells them, by number; whether they may be seen is asked before. */
  describe(ids: readonly number[], within?: Kysely<Schema>): Promise<readonly LiveFragment[]>;
  /** Oldest first. */
  comments(caller: Caller, id: number): JsonRows;
  /** The first comment marks the event as handled and takes it from every list (EVT-03, EVT-04); later ones add to it. */
  comment(caller: Caller, id: number, input: EventCommentInput): Promise<string>;
}

export interface EventsParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
}

export function createEventsService({ kysely, commit }: EventsParts): EventsService {
  return {
    async *list(caller, query) {
      yield await listEvents(kysely, caller, query);
    },

    async read(caller, id) {
      const isVisible = await findEvent(kysely, caller, id);
      const [fragment] = isVisible ? await eventFragments(kysely, [id]) : [];
      if (!fragment) throw notFound('event', id);
      return fragment.json;
    },

    describe: (ids, within = kysely) => eventFragments(within, ids),

    async *comments(caller, id) {
      if (!(await findEvent(kysely, caller, id))) throw notFound('event', id);
      yield await describeComments(kysely, sql`m.event_id = ${id}`);
    },

    comment: (caller, id, input) =>
      commit(async (transaction, tell) => {
        const event = await findEvent(transaction, caller, id, 'lock');
        if (!event) throw notFound('event', id);
        const commentId = await insertComment(transaction, {
          event_id: id,
          user_id: caller.userId,
          user_name: caller.user.name,
          comment: input.comment,
          attributes: input.attributes ?? {},
        });
        const isFirst = event.handled_at === null;
        const action = isFirst ? 'handle' : 'comment';
        await writeAudit(transaction, caller, { action, noun: 'event', objectId: id });
        if (isFirst) {
          await markHandled(transaction, id, caller.userId);
          tell('events', await handledEventFragment(transaction, id));
        }
        return describeComments(transaction, sql`m.id = ${commentId}`);
      }),
  };
}
