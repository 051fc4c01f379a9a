import type { AuditLine } from '@atalaia/contract/accounts/audit-line';
import { mdiArrowRight, mdiClose } from '@mdi/js';
import { useRef } from 'react';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useKeys } from '../../lib/keys/use-keys.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { FactList } from '../../ui/table/fact-list.tsx';
import { detailLabels } from './audit-details.ts';
import { actionLabel, actorOf, nounLabel, objectName } from './audit-labels.ts';
import classes from './audit-view.module.css';

interface AuditLinePaneProps {
  readonly line: AuditLine;
  readonly onOpen: (() => void) | undefined;
  readonly onClose: () => void;
}

/** One line in full: what a table has no room for. */
export function AuditLinePane({ line, onOpen, onClose }: AuditLinePaneProps) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const labels = { text, textOr, formats };
  const part = useRef<HTMLElement>(null);
  useKeys(part, [{ key: 'Escape', inFields: true, act: onClose }]);
  const name = objectName(line, labels);
  const details = detailLabels(line, labels);
  return (
    <aside ref={part} className={classes.pane} aria-label={text('audit.details')} data-holds-escape>
      <header className={classes.head}>
        <h2 className={classes.title}>
          {actionLabel(line, labels)} · {nounLabel(line, labels)}
        </h2>
        <IconButton size={28} name={text('action.close')} icon={mdiClose} onClick={onClose} />
      </header>
      <FactList
        facts={[
          { name: text('audit.time'), value: formats.dateTime(line.at) },
          { name: text('audit.user'), value: actorOf(line, labels) },
          { name: nounLabel(line, labels), value: name ?? text('value.missing') },
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
