/** Markup that may stand as it is. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | undefined | readonly Part[];

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

function render(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'string') return escape(part);
  return part === undefined ? '' : part.map(render).join('');
}

/** Markup with values in it; each is escaped unless it is markup itself. */
export const html = (markup: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(
    markup.map((text, index) => text + (index < parts.length ? render(parts[index]) : '')).join(''),
  );
