/** What an `Accept` header asks for, by RFC 9110: media types with their weight; the more exact name counts. */

interface AcceptedType {
  readonly type: string;
  readonly weight: number;
}

function readAccept(header: string): readonly AcceptedType[] {
  return header.split(',').flatMap((part) => {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    if (type === '') return [];
    const given = parameters.find((text) => text.startsWith('q='))?.slice(2);
    const weight = given === undefined ? 1 : Number(given);
    return [{ type, weight: Number.isFinite(weight) ? weight : 0 }];
  });
}

function weightOf(type: string, accepted: readonly AcceptedType[]): number {
  const names = [type, `${type.split('/', 1)[0]}/*`, '*/*'];
  for (const name of names) {
    const found = accepted.find((one) => one.type === name);
    if (found) return found.weight;
  }
  return 0;
}

/** Which of these types is wanted most, the first of equal ones; undefined when none is. Without a header the first is. */
export function wantedType<Type extends string>(
  header: string | undefined,
  types: readonly Type[],
): Type | undefined {
  const accepted = readAccept(header ?? '');
  if (accepted.length === 0) return types[0];
  let best: { readonly type: Type; readonly weight: number } | undefined;
  for (const type of types) {
    const weight = weightOf(type, accepted);
    if (weight > 0 && weight > (best?.weight ?? 0)) best = { type, weight };
  }
  return best?.type;
}
