import type { AuditLine } from '@atalaia/contract/audit-line';
import { mdiArrowRight, mdiClose } from '@mdi/js';
import { useRef } from 'react';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useKeys } from '../../../lib/keys/use-keys.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { FactList } from '../../../ui/table/fact-list.tsx';
import { detailWords } from './audit-details.ts';
import classes from './audit-view.module.css';
import { actionWords, nounWords, objectName, whoDid } from './audit-words.ts';

interface AuditLinePaneProps {
  readonly line: AuditLine;
  readonly onOpen: (() => void) | undefined;
  readonly onClose: () => void;
}

/** One line in full: what a table has no room for. */
export function AuditLinePane({ line, onOpen, onClose }: AuditLinePaneProps) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const words = { text, textOr, formats };
  const part = useRef<HTMLElement>(null);
  useKeys(part, [{ key: 'Escape', inFields: true, act: onClose }]);
  const name = objectName(line, words);
  const details = detailWords(line, words);
  return (
    <aside ref={part} className={classes.pane} aria-label={text('audit.details')} data-holds-escape>
      <header className={classes.head}>
        <h2 className={classes.title}>
          {actionWords(line, words)} · {nounWords(line, words)}
        </h2>
        <IconButton size={28} name={text('action.close')} icon={mdiClose} onClick={onClose} />
      </header>
      <FactList
        facts={[
          { name: text('audit.time'), value: formats.dateTime(line.at) },
          { name: text('audit.user'), value: whoDid(line, words) },
          { name: nounWords(line, words), value: name ?? text('value.missing') },
          { name: text('audit.address'), value: line.address ?? text('value.missing') },
        ]}
      />
      {details.length > 0 && (
        <ul className={classes.details}>
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
      {onOpen && name && (
        <Button icon={mdiArrowRight} onClick={onOpen}>
          {text('audit.open', { name })}
        </Button>
      )}
    </aside>
  );
}
