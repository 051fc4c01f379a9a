import type {
  EventCommentInput,
  EventQuery,
  HandledEventQuery,
  OpenAlarmQuery,
} from '@atalaia/contract/rules/event';
import type { Kysely } from 'kysely';
import { notFound } from '../../errors/app-error.ts';
import type { Bus, LiveFragment } from '../../platform/bus/bus.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { JsonRows } from '../../platform/http/json-text.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit, Publish } from '../../queries/commit.ts';
import { type Caller, worksAtDesk } from '../../visibility/caller.ts';
import type { Audience } from '../../visibility/client-visibility.ts';
import type { Visibility } from '../../visibility/visibility.ts';
import {
  describeComments,
  eventFragments,
  handledEventFragments,
  openAlarmFragments,
} from './events-presenter.ts';
import {
  findEvent,
  handleEventsOfAlarms,
  insertComment,
  listEvents,
  listHandledEvents,
  listOpenAlarms,
  markHandled,
  settleSirens,
} from './events-queries.ts';

export interface EventsService {
  list(caller: Caller, query: EventQuery): JsonRows;
  /** What waits for a person: alarms that nobody has handled, of devices that exist and that he sees. */
  openAlarms(caller: Caller, query: OpenAlarmQuery): JsonRows;
  /** What was handled, by whom and how; to people of the desk. */
  handled(caller: Caller, query: HandledEventQuery): JsonRows;
  read(caller: Caller, id: number): Promise<string>;
  /** Events as the live channel sends them, by number; whether they may be seen is asked before. */
  describe(ids: readonly number[], within?: Kysely<Schema>): Promise<readonly LiveFragment[]>;
  /** The same with what these may know of how they were handled. */
  describeFor(audience: Audience, ids: readonly number[]): Promise<readonly LiveFragment[]>;
  /** The open alarms of some devices in the same form; whether these may be seen is asked before. */
  describeOpenAlarms(deviceIds: readonly number[]): Promise<readonly LiveFragment[]>;
  /** Oldest first. */
  comments(caller: Caller, id: number): JsonRows;
  /** The first comment marks the event as handled and takes it from every list (EVT-03, EVT-04); later ones add to it. */
  comment(caller: Caller, id: number, input: EventCommentInput): Promise<string>;
  /** The open events of alarms become handled with one comment; their numbers, to be published after the commit. */
  readonly handleOfAlarms: typeof handleEventsOfAlarms;
  /** Sirens of their devices go out where nothing else waits, and everybody is notified. After the commit. */
  publishHandled(ids: readonly number[]): Promise<void>;
  /** Of what a process that ended in between left. */
  settleSirens(): Promise<void>;
}

export interface EventsParts {
  readonly bus: Pick<Bus, 'publish'>;
  /**
   * Within the first comment on an event: closes its alarm, or throws where that may not be. What it returns is done after
   * the commit.
   */
  readonly closeAlarmOf: (
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    eventId: number,
    comment: string,
  ) => Promise<readonly number[]>;
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly visibility: Pick<Visibility, 'requireSeen'>;
}

const audienceOf = (caller: Caller): Audience => (worksAtDesk(caller) ? 'desk' : 'clients');

export function createEventsService({
  kysely,
  commit,
  visibility,
  bus,
  closeAlarmOf,
}: EventsParts): EventsService {
  const publishHandled = async (ids: readonly number[]) => {
    if (ids.length === 0) return;
    await settleSirens(kysely, ids);
    bus.publish('events', await handledEventFragments(kysely, ids));
  };
  return {
    async *list(caller, query) {
      await visibility.requireSeen(caller, query);
      yield await listEvents(kysely, caller, query, audienceOf(caller));
    },

    async *openAlarms(caller, query) {
      yield await listOpenAlarms(kysely, caller, query, audienceOf(caller));
    },

    async *handled(caller, query) {
      await visibility.requireSeen(caller, { deviceId: query.deviceId });
      yield await listHandledEvents(kysely, caller, query);
    },

    async read(caller, id) {
      const isVisible = await findEvent(kysely, caller, id);
      const [fragment] = isVisible ? await eventFragments(kysely, [id], audienceOf(caller)) : [];
      if (!fragment) throw notFound('event', id);
      return fragment.json;
    },

    describe: (ids, within = kysely) => eventFragments(within, ids),
    describeFor: (audience, ids) => eventFragments(kysely, ids, audience),
    describeOpenAlarms: (deviceIds) => openAlarmFragments(kysely, deviceIds),

    async *comments(caller, id) {
      if (!(await findEvent(kysely, caller, id))) throw notFound('event', id);
      yield await describeComments(kysely, { eventId: id, audience: audienceOf(caller) });
    },

    async comment(caller, id, input) {
      let others: readonly number[] = [];
      const json = await commit(async (transaction, publish) => {
        others = [];
        const found = await findEvent(transaction, caller, id);
        if (!found) throw notFound('event', id);
        // before the event is locked, in the order in which the desk locks: alarm, then events
        if (found.handled_at === null)
          others = await closeAlarmOf(transaction, publish, caller, id, input.comment);
        const event = await findEvent(transaction, caller, id, 'lock');
        if (!event) throw notFound('event', id);
        const comment = {
          event_id: id,
          user_id: caller.userId,
          user_name: caller.user.name,
          comment: input.comment,
          attributes: input.attributes ?? {},
        };
        const commentId = await insertComment(transaction, comment, audienceOf(caller));
        const isFirst = event.handled_at === null;
        const action = isFirst ? 'handle' : 'comment';
        await writeAudit(transaction, caller, { action, noun: 'event', objectId: id });
        if (isFirst) {
          await markHandled(transaction, event, caller.userId);
        }
        // where the desk's handling is hidden, clients see the first comment of a client as the one that handled it
        if (isFirst || (event.handled_untold && !worksAtDesk(caller))) {
          publish('events', await handledEventFragments(transaction, [id]));
        }
        return describeComments(transaction, { commentId });
      });
      await publishHandled(others);
      return json;
    },

    handleOfAlarms: handleEventsOfAlarms,
    publishHandled,
    settleSirens: () => settleSirens(kysely),
  };
}
