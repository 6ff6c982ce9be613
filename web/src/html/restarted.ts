/** This tab loaded its page again because the app did not start. */
export const RESTARTED = 'restarted';
