/** The API calls of blocks. */
import {
  type Block,
  blockCheckSchema,
  blockDetailSchema,
  blockedVehicleSchema,
  blockSchema,
} from '@atalaia/contract/block/block';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import type { ApiWriter } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { useLive } from '../../../live/live-context.ts';

const kinds = ['block-check', 'blocks', 'blocked'] as const;

/** Asks again for what is shown of blocks when the live channel tells of one. */
function useBlockNews(): void {
  const { feed } = useLive();
  const queries = useQueryClient();
  useEffect(
    () =>
      feed.onBlocks(() => {
        for (const kind of kinds) void queries.invalidateQueries({ queryKey: [kind] });
      }),
    [feed, queries],
  );
}

export function useBlockCheck(deviceId: number) {
  const api = useApi();
  useBlockNews();
  return useQuery({
    queryKey: ['block-check', deviceId],
    queryFn: ({ signal }) =>
      api.json({ path: 'blocks/check', query: { deviceId }, signal }, blockCheckSchema),
    refetchInterval: 15_000,
  });
}

export function useBlocked() {
  const api = useApi();
  useBlockNews();
  return useQuery({
    queryKey: ['blocked'],
    queryFn: ({ signal }) => api.json({ path: 'blocks/blocked', signal }, z.array(blockedVehicleSchema)),
    refetchInterval: 60_000,
  });
}

/** `open`: not yet on the wire. `review`: went on alone, and nobody looked at it. */
export function useBlocks(which: 'open' | 'review', enabled = true) {
  const api = useApi();
  useBlockNews();
  return useQuery({
    queryKey: ['blocks', which],
    queryFn: ({ signal }) =>
      api.json({ path: 'blocks', query: { [which]: 'true' }, signal }, z.array(blockSchema)),
    refetchInterval: 15_000,
    enabled,
  });
}

export type BlockAct = 'confirm' | 'refuse' | 'alone' | 'withdraw' | 'review';

/** `reason` for what needs one. */
export const actOnBlock = (
  api: ApiWriter,
  { block, act, reason }: { block: Pick<Block, 'id'>; act: BlockAct; reason?: string },
) =>
  api.json(
    {
      method: 'POST',
      path: `blocks/${block.id}/${act}`,
      ...(reason === undefined ? {} : { json: { reason } }),
    },
    blockDetailSchema,
  );
