import { type Scope, scopes } from '@clipline/contract/scopes.ts';
import { locale } from '../../lib/language.ts';
import { m } from '../../paraglide/messages.js';

/** What a scope lets a program do, as a part of a sentence: 'read your clips'. */
export const scopeTexts: Readonly<Record<Scope, string>> = {
  'clips:read': m.programs_scope_clips_read(),
  'clips:write': m.programs_scope_clips_write(),
  'rooms:read': m.programs_scope_rooms_read(),
  'rooms:write': m.programs_scope_rooms_write(),
  desktop: m.programs_scope_desktop(),
  links: m.programs_scope_links(),
  export: m.programs_scope_export(),
};

/** 'read your clips and read your rooms', in one order whatever the given one. */
export const scopesInWords = (given: readonly Scope[]): string =>
  new Intl.ListFormat(locale(), { type: 'conjunction' }).format(
    scopes.filter((scope) => given.includes(scope)).map((scope) => scopeTexts[scope]),
  );
