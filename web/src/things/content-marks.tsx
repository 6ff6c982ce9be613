import { leadingTo, marksIn } from '../lib/text.ts';
import { Marked } from '../ui/text.tsx';

/** A text can be half a megabyte. */
const SHOWN = 400;

export function FoundText({
  text,
  search,
  leads = false,
}: {
  text: string;
  search: string;
  leads?: boolean;
}) {
  const shown = (leads && leadingTo(text, search).slice(0, SHOWN)) || text;
  return <Marked text={shown} marks={marksIn(shown, search)} />;
}

/** A text that is a colour and nothing else. */
export const COLOR = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;
