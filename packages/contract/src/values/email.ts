/** Addresses of mail, as people write them: what no mail server would take is refused before it is stored. */

const longestLocalPart = 64;
const longestAddress = 254;

/** Of RFC 5321 what is in use: no quotes, no comments, no addresses of machines; letters of any language. */
const localPart = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const label = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/** One address, without a name beside it: `ana@example.com`. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [local, labels] = [text.slice(0, at), text.slice(at + 1).split('.')];
  if (at < 1 || text.length > longestAddress || local.length > longestLocalPart) return false;
  // a name without a dot is a machine of the own network at most, and mostly a forgotten ".com"
  if (labels.length < 2 || /^\p{N}+$/u.test(labels.at(-1) ?? '')) return false;
  return localPart.test(local) && labels.every((one) => label.test(one));
}
