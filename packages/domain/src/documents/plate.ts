/**
 * Brazilian plates: the old `AAA9999` and the Mercosul `AAA9A99`. A car that changes over keeps its plate, with the
 * second digit turned to a letter, 0–9 → A–J; so each old plate has one new form and the other way round.
 */

const letters = 'ABCDEFGHIJ';

/** Upper case without hyphen and blanks, as stored: `abc-1234` → `ABC1234`. Any other text only in upper case. */
export function normalisePlate(text: string): string {
  const bare = text.toUpperCase().replace(/[\s-]/g, '');
  return isPlate(bare) ? bare : text.trim().toUpperCase();
}

/** Whether a text is a plate of either form. One that is not is warned about, never refused: fleets write `A DEFINIR`. */
export function isPlate(text: string): boolean {
  return /^[A-Z]{3}\d[A-Z\d]\d{2}$/.test(text.toUpperCase().replace(/[\s-]/g, ''));
}

/** The old form with its hyphen, `ABC-1234`; a Mercosul plate, which has none, and any other text as normalised. */
export function formatPlate(text: string): string {
  const plate = normalisePlate(text);
  return /^[A-Z]{3}\d{4}$/.test(plate) ? `${plate.slice(0, 3)}-${plate.slice(3)}` : plate;
}

/**
 * The same plate in the other form: `ABC1234` ↔ `ABC1C34`. Takes also a beginning of five characters or more, as typed
 * in a search. Undefined when the text is no plate, or its fifth place holds a letter that no old plate turns into.
 */
export function otherPlateForm(text: string): string | undefined {
  const plate = text.toUpperCase().replace(/[\s-]/g, '');
  if (!/^[A-Z]{3}\d[A-J\d]\d{0,2}$/.test(plate)) return undefined;
  const fifth = plate.charAt(4);
  const turned = /\d/.test(fifth) ? letters.charAt(Number(fifth)) : String(letters.indexOf(fifth));
  return plate.slice(0, 4) + turned + plate.slice(5);
}
