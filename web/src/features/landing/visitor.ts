/**
 * Who looks at the page. 'unknown' is the prerendered page, made for no one in particular: CSS
 * hides what would be wrong for a person with a stored session. 'returning' is a person whose
 * session is being checked.
 */
export type Visitor = 'unknown' | 'returning' | 'signed-in' | 'signed-out';

/** Class of what only signed-out people should see; it keeps its room, so that nothing moves. */
export const forSignedOut = (visitor: Visitor): string =>
  visitor === 'unknown' ? 'boot-signed-out' : visitor === 'returning' ? 'invisible' : '';
