import { useCallback, useState } from 'react';
import { useLocation, useMatch, useNavigate } from 'react-router';
import { useTakeAlarm } from '../../../../features/desk/use-take-alarm.ts';

/** Where one came from, kept in the history's entry, so that closing an alarm leads back there. */
export interface DeskPlace {
  readonly from?: string;
}

/** What is done at the desk from anywhere, and what of it is open. */
export function useDeskActs() {
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  const view = useMatch('/admin/desk/:view?');
  const spelling = view?.params.view;
  const workId = spelling !== undefined && /^\d+$/.test(spelling) ? Number(spelling) : null;
  const current =
    workId === null ? `${pathname}${search}${hash}` : ((state as DeskPlace | null)?.from ?? '/admin');
  const open = useCallback(
    (alarmId: number) => {
      setCalling(false);
      void navigate(`/admin/desk/${alarmId}`, { state: { from: current } satisfies DeskPlace });
    },
    [navigate, current],
  );
  const [isCalling, setCalling] = useState(false);
  const { take, takeNext } = useTakeAlarm(open);
  return {
    /** The alarm that is worked on. */
    workId,
    /** A page of the desk is over the map. */
    isDeskPage: view !== null && workId === null,
    ...{ open, take, takeNext, isCalling },
    openCall: () => setCalling(true),
    closeCall: () => setCalling(false),
  };
}
