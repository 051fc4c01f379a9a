/** What there is of backups and of room on the server's disks, for administrators. */
import { type Storage, storageSchema } from '@atalaia/contract/server/storage';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { useSession } from '../../lib/session/session-context.ts';

const askAgainMs = 300_000;

export function useStorage() {
  const api = useApi();
  const session = useSession();
  return useQuery({
    queryKey: ['server-storage'],
    queryFn: ({ signal }) => api.json({ path: 'server/storage', signal }, storageSchema),
    enabled: session.phase === 'signed-in' && session.person.administrator,
    refetchInterval: askAgainMs,
    staleTime: askAgainMs / 2,
    retry: false,
  });
}

/** What an administrator must do something about, the most pressing first; undefined: nothing. */
export function storageTrouble({
  backups,
  disks,
}: Storage): 'lowDisk' | 'backupFailed' | 'backupOverdue' | undefined {
  if (disks.some(({ isLow }) => isLow)) return 'lowDisk';
  if (backups.isOn && backups.failure) return 'backupFailed';
  return backups.isOn && backups.isOverdue && !backups.isRunning ? 'backupOverdue' : undefined;
}

/** `1,5 GB`: decimal units, as disks are sold. */
export function sizeText(bytes: number, language: string): string {
  const units = ['kB', 'MB', 'GB', 'TB'] as const;
  const power = Math.min(units.length, Math.max(1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: power > 2 ? 1 : 0 });
  return `${number.format(bytes / 1000 ** power)} ${units[power - 1]}`;
}
