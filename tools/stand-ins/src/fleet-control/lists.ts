import type { Row } from './holdings.ts';
import type { Manners } from './manners.ts';

/** A list as the provider answers with it, by the manners it has today. */
export function listAnswer(
  rows: readonly Row[],
  asked: { readonly skip: number; readonly take: number },
  manners: Manners,
) {
  const page =
    manners.ignoresPaging === 'gives-all'
      ? rows
      : manners.ignoresPaging === 'repeats'
        ? rows.slice(0, asked.take)
        : rows.slice(asked.skip, asked.skip + asked.take);
  const lista = manners.hasStrayBlanks ? page.map(withBlanks) : page;
  if (manners.givesBareLists) return lista;
  if (!manners.tellsTotals) return { lista };
  return { lista, sumario: { contador: rows.length + manners.overstatesBy } };
}

const blanked = ['equipamento', 'placa', 'marca', 'numeroChip', 'nome'];

function withBlanks(row: Row): Row {
  const changed = blanked.flatMap((name) =>
    typeof row[name] === 'string' ? [[name, ` ${row[name]}\t`]] : [],
  );
  return { ...row, complemento: ' ', ...Object.fromEntries(changed) };
}
