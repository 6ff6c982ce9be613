import type { Clip } from '@clipline/contract/schemas/clips.ts';
import { LONG_TEXT } from '@clipline/contract/text-kinds.ts';

/** One text for each way in which a shared clip is set. */
const samples = {
  text: 'A text.',
  'long-text': 'A text. '.repeat(LONG_TEXT),
  code: 'const a = 1;',
  'long-code': 'const a = 1;\n'.repeat(LONG_TEXT),
};

const clipOf = (content: string): Clip => ({
  id: 'sample',
  content,
  userId: '',
  isFavorite: false,
  files: [],
  fileName: null,
  fileType: null,
  filePath: null,
  createdAt: new Date(0).toISOString(),
  updatedAt: new Date(0).toISOString(),
  version: 1,
});

function replaced(markup: string, what: RegExp, by: string): string {
  if (markup.match(what)?.length !== 1) throw new Error(`A shared clip needs one ${what.source}`);
  return markup.replace(what, by);
}

/**
 * The markup of a shared clip for the server to write text and age into. Until the app has taken
 * over, what can be pressed does nothing: buttons are disabled, links lead nowhere.
 */
function partOf(markup: string): string {
  const text = replaced(markup, /(?<=<textarea[^>]*>)[^<]*(?=<\/textarea>)/g, '%TEXT%');
  return replaced(text, /<time[^>]*>[^<]*<\/time>/g, '<time>%AGE%</time>')
    .replaceAll('<button ', '<button disabled="" ')
    .replaceAll(/(<a [^>]*?)\shref="[^"]*"/g, '$1');
}

export const clipParts = (render: (clip: Clip) => string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(samples).map(([name, content]) => [name, partOf(render(clipOf(content)))]),
  );
