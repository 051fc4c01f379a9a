import type { Text } from '../texts/texts.ts';
import type { AttributePair, PairFault } from './attribute-pairs.ts';

/** What an editor of pairs says. */
export interface AttributeLabels {
  readonly add: string;
  /** Said where there is no pair yet. */
  readonly none: string;
  readonly name: string;
  readonly value: string;
  readonly type: string;
  readonly types: Readonly<Record<AttributePair['type'], string>>;
  readonly yes: string;
  readonly no: string;
  readonly done: string;
  readonly cancel: string;
  readonly edit: (name: string) => string;
  readonly remove: (name: string) => string;
  readonly nameFault: Readonly<Record<PairFault, string>>;
  readonly valueFault: Readonly<Record<PairFault, string>>;
}

/** The words of the attributes of whatever owner, with the source's messages (ATT-01). */
export function attributeLabels(text: Text): AttributeLabels {
  return {
    add: text('attributeForm.add'),
    none: text('attributeForm.none'),
    name: text('attributeForm.name'),
    value: text('attributeForm.value'),
    type: text('attributeForm.type'),
    types: {
      string: text('attributeForm.text'),
      number: text('attributeForm.number'),
      boolean: text('attributeForm.flag'),
      json: text('attributeForm.structure'),
    },
    yes: text('value.yes'),
    no: text('value.no'),
    done: text('attributeForm.done'),
    cancel: text('action.cancel'),
    edit: (name) => text('attributeForm.editOne', { name }),
    remove: (name) => text('attributeForm.removeOne', { name }),
    nameFault: {
      missing: text('attributeForm.nameRequired'),
      taken: text('attributeForm.nameTaken'),
      'not-a-number': text('attributeForm.nameRequired'),
    },
    valueFault: {
      missing: text('attributeForm.valueRequired'),
      taken: text('attributeForm.valueRequired'),
      'not-a-number': text('form.notANumber'),
    },
  };
}
