import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../texts/texts-context.ts';
import { leaveGuard } from './leave-guard.ts';

/** The question, with what either answer does. */
export interface LeaveQuestion {
  readonly title: string;
  readonly closeLabel: string;
  readonly cancelLabel: string;
  readonly actLabel: string;
  readonly children: string;
  /** He stays. */
  readonly onClose: () => void;
  /** He leaves, and what he typed goes. */
  readonly onAct: () => void;
}

export interface LeaveHold {
  /** Something leads away: the person is to be asked. */
  readonly question: LeaveQuestion | undefined;
  /** Nothing is held any more, at once: what was typed is saved. */
  readonly release: () => void;
}

/** Holds the page while something would be lost: within the site the person is asked here, beyond it by the browser. */
export function useLeaveQuestion(isHeld: boolean): LeaveHold {
  const { text } = useTexts();
  const [going, setGoing] = useState<(() => void) | null>(null);
  const letGo = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (!isHeld) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const forget = leaveGuard.hold((go) => setGoing(() => go));
    const release = () => {
      forget();
      window.removeEventListener('beforeunload', onUnload);
    };
    window.addEventListener('beforeunload', onUnload);
    letGo.current = release;
    return release;
  }, [isHeld]);

  const release = () => letGo.current?.();
  const question = going && {
    title: text('form.unsavedTitle'),
    closeLabel: text('action.close'),
    cancelLabel: text('form.goOnEditing'),
    actLabel: text('form.discard'),
    children: text('form.unsaved'),
    onClose: () => setGoing(null),
    onAct() {
      release();
      setGoing(null);
      going();
    },
  };
  return { question: question ?? undefined, release };
}
