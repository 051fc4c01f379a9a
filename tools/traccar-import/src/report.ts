/** What came, what was here and what could not come, with the reason. */

export type Outcome = 'new' | 'there' | 'same' | 'refused';

export interface Report {
  count(kind: string, outcome: Outcome, by?: number): void;
  /** A line about one object. */
  say(kind: string, name: string, what: string): void;
  lines(): readonly string[];
}

/** Lines about single objects; what goes beyond is counted. */
const mostLines = 1000;

export function createReport(applies: boolean): Report {
  const counts = new Map<string, Record<Outcome, number>>();
  const notes: string[] = [];
  let unsaid = 0;
  return {
    count(kind, outcome, by = 1) {
      const line = counts.get(kind) ?? { new: 0, there: 0, same: 0, refused: 0 };
      line[outcome] += by;
      counts.set(kind, line);
    },
    say(kind, name, what) {
      if (notes.length < mostLines) notes.push(`  ${kind} ${name}: ${what}`);
      else unsaid += 1;
    },
    lines() {
      const head = ['', applies ? 'came' : 'will come', 'came before', 'same here', 'could not come'];
      const rows = [...counts].map(([kind, line]) =>
        [kind, line.new, line.there, line.same, line.refused].map(String),
      );
      const widths = head.map((_, column) =>
        Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)),
      );
      const table = [head, ...rows].map((row) =>
        row
          .map((cell, column) =>
            column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
          )
          .join('  '),
      );
      const rest = unsaid > 0 ? [`  … and ${unsaid} more`] : [];
      return notes.length > 0 ? [...table, '', 'To know:', ...notes, ...rest] : table;
    },
  };
}
