import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLive } from '../../live/live-context.ts';

/** No event tells that somebody else queued or sent a command: asked again after this, ms. */
export const othersEveryMs = 15_000;

const kinds = ['last-command', 'command-history'] as const;

/** Everything that is shown of a device's commands is asked for again. */
export function useRefreshCommands(): (deviceId: number) => void {
  const queries = useQueryClient();
  return (deviceId) => {
    for (const kind of kinds) void queries.invalidateQueries({ queryKey: [kind, deviceId] });
  };
}

/** Calls back when the live channel tells of a command of one of these devices: left, answered, failed or expired. */
export function useCommandNews(deviceIds: readonly number[], onNews: () => void): void {
  const { feed } = useLive();
  useEffect(
    () =>
      feed.onEvents((events) => {
        const isNews = events.some(
          ({ deviceId, attributes }) => deviceIds.includes(deviceId) && attributes.commandId !== undefined,
        );
        if (isNews) onNews();
      }),
    [feed, deviceIds, onNews],
  );
}
