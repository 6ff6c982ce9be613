/** Grants of links that were opened on this page, by the clip: calls about it send them along. */
const grants = new Map<string, string>();

export function keepGrant(clipId: string, grant: string): () => void {
  grants.set(clipId, grant);
  return () => {
    if (grants.get(clipId) === grant) grants.delete(clipId);
  };
}

export function grantHeader(clipId: string): { readonly 'x-link-grant'?: string } {
  const grant = grants.get(clipId);
  return grant === undefined ? {} : { 'x-link-grant': grant };
}
