/**
 * What is between the parentheses, in two forms:
 *
 *     ID TYPE data      twelve signs, four signs, the rest without a break
 *     ID,TYPE,data      an id of any length, all between commas
 */
interface Tk103Message {
  readonly id: string;
  /** The id as the tracker writes it, with what fills it up: answers repeat it. */
  readonly written: string;
  readonly type: string;
  readonly data: string;
  /** The form between commas, whose dates begin with the day. */
  readonly hasCommas: boolean;
}

const idLength = 12;
const idPattern = /^[0-9A-Za-z]{4,20}$/;
/** Shorter ones are filled up with zero bytes. */
const compactId = /^([0-9A-Za-z]{8,12})\0*$/;
/** Some units have an id of another length; then it is of digits. */
const otherCompact = /^(\d{8,20})(B[A-Z]\d\d)/;
const typePattern = /^[A-Z]{2}[0-9A-Z]{2}$/;

/** The message in a text with or without its parentheses, or undefined when it is neither form. */
export function openMessage(text: string): Tk103Message | undefined {
  const body = text.slice(text.startsWith('(') ? 1 : 0, text.endsWith(')') ? -1 : text.length);
  const compactType = body.slice(idLength, idLength + 4);
  const written = body.slice(0, idLength);
  const [, compact] = compactId.exec(written) ?? [];
  if (typePattern.test(compactType) && compact !== undefined) {
    return {
      id: compact,
      written,
      type: compactType,
      data: body.slice(idLength + 4),
      hasCommas: false,
    };
  }
  const [head, id = '', type = ''] = otherCompact.exec(body) ?? [];
  if (head !== undefined) return { id, written: id, type, data: body.slice(head.length), hasCommas: false };
  return openFields(body);
}

function openFields(body: string): Tk103Message | undefined {
  const comma = body.indexOf(',');
  const id = body.slice(0, comma);
  const type = body.slice(comma + 1, comma + 5);
  if (comma < 0 || !idPattern.test(id) || !typePattern.test(type)) return undefined;
  return { id, written: id, type, data: body.slice(comma + 5).replace(/^,/, ''), hasCommas: true };
}
