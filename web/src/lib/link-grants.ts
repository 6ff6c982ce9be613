/** Grants of links that were opened on this page, by the clip: calls about it send them along. */
const held = new Map<string, string>();

export function holdGrant(clipId: string, grant: string): () => void {
  held.set(clipId, grant);
  return () => {
    if (held.get(clipId) === grant) held.delete(clipId);
  };
}

export function grantHeader(clipId: string): { readonly 'x-link-grant'?: string } {
  const grant = held.get(clipId);
  return grant === undefined ? {} : { 'x-link-grant': grant };
}
