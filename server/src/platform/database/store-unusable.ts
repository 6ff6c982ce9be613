/** The store cannot be reached, or is damaged, or a step failed, or a newer version wrote it. */
export class StoreUnusable extends Error {}
