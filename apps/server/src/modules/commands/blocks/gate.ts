/**
 * The one gate in front of every way to a block: panel, form, batch, saved command, typed text, API. It throws what is in
 * the way, or stores the request and says whether its command may be queued now.
 */
import type { BlockAsk } from '@atalaia/contract/block/block';
import type { EngineEffect } from '@atalaia/protocols/engine-effect';
import type { Kysely } from 'kysely';
import { AppError } from '../../../errors/app-error.ts';
import type { LiveFragment } from '../../../platform/bus/bus.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Publish } from '../../../queries/commit.ts';
import { type ActingUser, worksAtDesk } from '../../../visibility/caller.ts';
import type { Target } from '../targets-queries.ts';
import { assessBlock, type BlockAssessment } from './assess-block.ts';
import { isOpen, takeBack } from './block-changes.ts';
import { askSecondPersons } from './block-events-queries.ts';
import { blockFragments } from './blocks-presenter.ts';
import {
  type BlockCommand,
  changeBlock,
  currentBlocks,
  insertBlock,
  lockBlock,
  type NewBlock,
  type OpenBlock,
  readFacts,
} from './blocks-queries.ts';
import { freshSeconds, type LeavingLimits, leavingLimits, requireUnhindered } from './policy.ts';
import {
  actorOf,
  isSupervisor,
  type PassPhrases,
  type PhraseVerdict,
  releaseNeedsPhrase,
  requirePassPhrase,
} from './second-person.ts';

export interface GateParts {
  readonly kysely: Kysely<Schema>;
  readonly phrases: PassPhrases;
  describeEvents(ids: readonly number[], within: Kysely<Schema>): Promise<readonly LiveFragment[]>;
}

export interface GateRequest {
  readonly effect: EngineEffect;
  readonly target: Target;
  readonly command: BlockCommand;
  /** Why it is meant though the server's limits speak against it. */
  readonly confirmation: string | null;
  readonly block: BlockAsk | undefined;
  readonly release: { readonly reason: string } | undefined;
  /** What became of the pass phrase that was said. */
  readonly heard?: PhraseVerdict | undefined;
  /** What is above the limits becomes "Bloquear quando parar" where the client knows no blocks (BLOCK-07). */
  readonly mayWait: boolean;
}

export interface Passed {
  readonly blockId: number;
  /** `go`: its command is to be queued by now, with `limits` and within `expiryMs`. */
  readonly state: 'go' | 'requested' | 'waiting';
  readonly limits: LeavingLimits | undefined;
  readonly expiryMs: number;
}

export type Gate = ReturnType<typeof createGate>;

export function createGate(parts: GateParts) {
  const { phrases, describeEvents } = parts;

  async function passBlock(
    within: Kysely<Schema>,
    publish: Publish,
    caller: ActingUser,
    request: GateRequest,
  ) {
    const { target, block, confirmation } = request;
    const current = await currentBlocks(within, target.id);
    const { open } = current;
    // a release that never left would keep the desk from blocking for as long as its tracker is silent
    if (open && !(open.kind === 'release' && worksAtDesk(caller))) throw underWay(open);
    let assessment = await assessBlock(within, target, block?.when ?? 'now');
    if (request.mayWait && !block && confirmation === null && waitingHelps(assessment)) {
      assessment = await assessBlock(within, target, 'standstill');
    }
    const { scene, hindrances, limits, nowMs } = assessment;
    // before a second person is asked: what no confirmation lifts
    requireUnhindered(hindrances, scene, limits, confirmation !== null, nowMs);
    if (block?.reason === 'ownerRequest' && worksAtDesk(caller) && !isSupervisor(caller)) {
      requirePassPhrase(request.heard);
    }
    // after everything that refuses: of a batch the refusal of one vehicle undoes nothing
    if (open) await makeWay(within, publish, caller, open);
    return storeRequest({ within, publish, describeEvents }, caller, request, assessment, {
      kind: 'block',
      reason: block?.reason ?? 'notNamed',
      note: block?.note ?? null,
      needsSecond: assessment.needsSecond,
    });
  }

  async function passRelease(
    within: Kysely<Schema>,
    publish: Publish,
    caller: ActingUser,
    request: GateRequest,
  ) {
    const { target, release } = request;
    const current = await currentBlocks(within, target.id);
    // asked for again by the same person it is the same release
    const { open } = current;
    if (open?.kind === 'release' && open.askedBy === caller.userId) {
      return { blockId: open.id, state: 'requested', limits: undefined, expiryMs: 0 } as const;
    }
    if (open) throw underWay(open);
    if (!current.inForce && !release) return undefined;
    const assessment = await assessBlock(within, target, 'now');
    const reason = release?.reason ?? request.confirmation ?? request.command.description?.trim();
    if (!reason) throw new AppError('release-reason-needed', 'a release needs a reason');
    if (releaseNeedsPhrase(caller, current.inForce !== undefined)) requirePassPhrase(request.heard);
    return storeRequest({ within, publish, describeEvents }, caller, request, assessment, {
      kind: 'release',
      reason,
      note: null,
      needsSecond: current.inForce !== undefined && assessment.facts.sinisterId !== null,
    });
  }

  return {
    /**
     * What was said on the phone, before anything is decided: the comparison is stored whatever becomes of the request. A
     * supervisor needs none.
     */
    async hear(
      caller: ActingUser,
      deviceId: number,
      spoken: string | undefined,
    ): Promise<PhraseVerdict | undefined> {
      if (spoken === undefined || isSupervisor(caller)) return undefined;
      const { customerId } = await readFacts(parts.kysely, deviceId);
      return customerId === null ? 'none-set' : phrases.check(caller, customerId, spoken, { deviceId });
    },

    /** Undefined: nothing of ours is blocked, and the release of a client of the field goes as ever. */
    pass: (within: Kysely<Schema>, publish: Publish, caller: ActingUser, request: GateRequest) =>
      request.effect === 'block'
        ? passBlock(within, publish, caller, request)
        : passRelease(within, publish, caller, request),

    /** Its command was queued in the same transaction. */
    queued: (within: Kysely<Schema>, blockId: number, sentId: number) =>
      changeBlock(within, blockId, {
        from: ['requested', 'waiting'],
        action: 'queue',
        set: { state: 'requested', state_reason: 'tracker', sent_id: sentId },
        details: { sentId },
      }),
  };
}

/** Takes back a release that waits, so that a block can be stored. */
async function makeWay(within: Kysely<Schema>, publish: Publish, caller: ActingUser, open: OpenBlock) {
  const row = await lockBlock(within, caller, open.id);
  // a concurrent request took it back, or it was sent: storing this one finds out whether another one conflicts
  if (!row || !isOpen(row)) return;
  await takeBack(within, publish, caller, row, { madeWayFor: 'block' }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'block-on-the-wire') throw underWay(open);
    throw error;
  });
}

interface Storing extends Pick<GateParts, 'describeEvents'> {
  readonly within: Kysely<Schema>;
  readonly publish: Publish;
}

/** Stores what passed, and asks for a second person where one is needed. */
async function storeRequest(
  { within, publish, describeEvents }: Storing,
  caller: ActingUser,
  { target, command, confirmation }: GateRequest,
  { facts, policy, when, limits }: BlockAssessment,
  asked: Pick<NewBlock, 'kind' | 'reason' | 'note' | 'needsSecond'>,
): Promise<Passed> {
  const waits = asked.kind === 'block' && when !== 'now' && !asked.needsSecond;
  const blockId = await insertBlock(
    within,
    {
      ...asked,
      deviceId: target.id,
      facts,
      state: waits ? 'waiting' : 'requested',
      stateReason: asked.needsSecond ? 'second-person' : null,
      when: asked.kind === 'block' ? when : 'now',
      confirmation,
      policy,
      command,
      aloneAllowed: asked.kind === 'block' && policy.aloneAllowed,
    },
    actorOf(caller),
  );
  if (blockId === undefined) {
    const { open } = await currentBlocks(within, target.id);
    throw open ? underWay(open) : new AppError('block-under-way', 'another request was faster');
  }
  if (asked.needsSecond) {
    const eventIds = await askSecondPersons(within, {
      blockId,
      kind: asked.kind,
      deviceId: target.id,
      askedBy: caller.userId,
      askedByName: caller.user.name,
      reason: asked.reason,
    });
    publish('events', await describeEvents(eventIds, within));
  }
  publish('blocks', await blockFragments(within, [blockId]));
  const state = asked.needsSecond ? 'requested' : waits ? 'waiting' : 'go';
  return { blockId, state, ...leavingOf(asked.kind, policy, when, limits) };
}

/** How long a command may wait for its tracker, and what it is judged by as it leaves. */
export function leavingOf(
  kind: 'block' | 'release',
  policy: BlockAssessment['policy'],
  when: BlockAssessment['when'],
  limits: BlockAssessment['limits'],
): Pick<Passed, 'limits' | 'expiryMs'> {
  if (kind === 'release') return { limits: undefined, expiryMs: limits.commandExpiryMs };
  const own = leavingLimits(policy, when);
  const isStrict = when !== 'now' || policy.moment.value !== 'any' || policy.forbiddenGeofences.length > 0;
  return { limits: own, expiryMs: isStrict ? freshSeconds * 1000 : limits.blockExpiryMs };
}

const waitingHelps = ({ hindrances }: BlockAssessment) =>
  hindrances.length > 0 && hindrances.every(({ lift }) => lift === 'wait' || lift === 'confirm');

function underWay({ id, kind, state, askedByName, askedAt }: OpenBlock): AppError {
  return new AppError('block-under-way', `${askedByName} asked for a ${kind} of it already`, {
    blockId: id,
    kind,
    state,
    askedByName,
    askedAt: new Date(askedAt).toISOString(),
  });
}
