export const scopes = [
  'clips:read',
  'clips:write',
  'rooms:read',
  'rooms:write',
  'desktop',
  'links',
  'export',
] as const;
export type Scope = (typeof scopes)[number];

export const isScope = (text: string): text is Scope =>
  (scopes as readonly string[]).includes(text);

/** The scope that a call needs of a token; 'any' token may make it, null: none may. */
export type NeededScope = Scope | 'any' | null;
