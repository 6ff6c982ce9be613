import { isKeyed, keyed } from '../core/ids.ts';

const PURPOSE = 'export-link';
/** Long enough for a browser to follow it, too short for it to be found somewhere. */
const GOOD_FOR_SECONDS = 60;

interface Asked {
  readonly for?: string | undefined;
  readonly expires?: string | undefined;
  readonly signature?: string | undefined;
}

/** The query of a link to the export of a user who has this session. */
export function signExportLink(secret: string, sessionId: string, now = Date.now()): string {
  const expires = String(Math.floor(now / 1000) + GOOD_FOR_SECONDS);
  return new URLSearchParams({
    for: sessionId,
    expires,
    signature: keyed(secret, PURPOSE, sessionId, expires),
  }).toString();
}

/** The session that a link is for; undefined unless it is ours, unaltered and not expired. */
export function sessionOfExportLink(
  secret: string,
  { for: sessionId, expires, signature }: Asked,
  now = Date.now(),
): string | undefined {
  if (sessionId === undefined || expires === undefined || signature === undefined) return undefined;
  if (!isKeyed(signature, secret, PURPOSE, sessionId, expires)) return undefined;
  return Number(expires) * 1000 > now ? sessionId : undefined;
}
