/** Values of a text, by the name of their placeholder. */
export type TextValues = Readonly<Record<string, string | number>>;

/** A text with its values in place of `{{name}}`. A placeholder without a value stays as it is; nothing is escaped. */
export function fillText(text: string, values: TextValues): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}
