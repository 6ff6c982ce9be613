import { leadingTo, marksIn } from '../../../lib/marks.ts';
import { Marked } from '../../../ui/marked.tsx';

/** What was looked for, marked. `leads`: only what stands around the first match. */
export function FoundText({
  text,
  search,
  leads = false,
}: {
  text: string;
  search: string;
  leads?: boolean;
}) {
  const shown = (leads && leadingTo(text, search)) || text;
  return <Marked text={shown} marks={marksIn(shown, search)} />;
}
