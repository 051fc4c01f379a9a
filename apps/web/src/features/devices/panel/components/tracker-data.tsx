import type { Position } from '@atalaia/contract/devices/position';
import { attributeLabel, attributeOrder, attributeValue } from '../../../../lib/formats/attribute-text.ts';
import { useFormats } from '../../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import classes from './tracker-data.module.css';

/** Everything the tracker said with its last position, folded until it is asked for (UNIT-04). */
export function TrackerData({ position }: { readonly position: Position }) {
  const texts = useTexts();
  const formats = useFormats();
  const { attributes } = position;
  const keys = attributeOrder(Object.keys(attributes));
  if (keys.length === 0) return null;
  return (
    <details className={classes.data}>
      <summary>{texts.text('panel.trackerData', { count: keys.length })}</summary>
      <dl className={classes.list}>
        {keys.map((key) => (
          <div key={key} className={classes.row}>
            <dt>{attributeLabel(key, texts.text)}</dt>
            <dd dir="auto">{attributeValue(key, attributes[key], formats, texts)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
