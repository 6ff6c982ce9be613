// Files that name the same object share a product; a worker keeps it from one to the next.

/** As others are, but it may be killed: no story of another kind is told on it. */
export const KILLED: Record<string, string> = {};
