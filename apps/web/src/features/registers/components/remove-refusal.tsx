import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { isInUse, usesInWords } from '../removing/uses-in-words.ts';

/** Why a row was not removed, and what still needs it. */
export function RemoveRefusal({ error }: { readonly error: Error }) {
  const texts = useTexts();
  const uses = isInUse(error) ? usesInWords(error, texts) : [];
  return (
    <Refusal>
      <p>{failureText(error, texts.text)}</p>
      {uses.length > 0 && (
        <ul>
          {uses.map((use, at) => (
            // two notifications may bear one name
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change places
            <li key={at}>{use}</li>
          ))}
        </ul>
      )}
    </Refusal>
  );
}
