// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderPage } from '../testing/render-page.tsx';
import { useKeys } from './use-keys.ts';

function Part({ onEscape, hasWindow }: { onEscape: () => void; hasWindow: boolean }) {
  const part = useRef<HTMLDivElement>(null);
  useKeys(part, [{ key: 'Escape', act: onEscape }]);
  return (
    <>
      <div ref={part}>List</div>
      {hasWindow && (
        <div role="dialog" aria-modal="true">
          <button type="button">Next</button>
        </div>
      )}
    </>
  );
}

test.each([
  [false, 1],
  [true, 0],
])(
  '[LIST-04] where nothing has the focus Escape is the uppermost window’s: with one over the part %s',
  async (hasWindow, times) => {
    // happy-dom lays nothing out
    const visible = vi.spyOn(Element.prototype, 'checkVisibility').mockReturnValue(true);
    onTestFinished(() => visible.mockRestore());
    const onEscape = vi.fn();
    await act(() => renderPage(<Part onEscape={onEscape} hasWindow={hasWindow} />));
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(onEscape).toHaveBeenCalledTimes(times);
    if (!hasWindow) return;
    fireEvent.keyDown(screen.getByRole('button', { name: 'Next' }), { key: 'Escape' });
    expect(onEscape).not.toHaveBeenCalled();
  },
);
