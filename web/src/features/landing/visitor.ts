/**
 * CSS hides on the prerendered page, made for 'unknown', what would be wrong for a stored session.
 * 'returning': the session is being checked.
 */
export type Visitor = 'unknown' | 'returning' | 'signed-in' | 'signed-out';

/** It keeps its room, so that nothing moves. */
export const forSignedOut = (visitor: Visitor): string =>
  visitor === 'unknown' ? 'boot-signed-out' : visitor === 'returning' ? 'invisible' : '';
