import { m } from '../../paraglide/messages.js';

interface Author {
  readonly kind: 'link' | 'program';
  readonly label: string | null;
}

/** What the owner of a clip calls who wrote its text; undefined for themselves. */
export function nameOfAuthor(by: Author | undefined): string | undefined {
  if (!by) return undefined;
  if (by.kind === 'program') return by.label ?? undefined;
  return by.label === null ? m.links_unnamed() : m.links_named({ label: by.label });
}

/** The same from the answer to a save that met another one. */
export function authorIn(body: unknown): string | undefined {
  return nameOfAuthor((body as { by?: Author } | null | undefined)?.by);
}
