/** Says that this tab loaded its page again because the app did not start; main.tsx removes it. */
export const RESTARTED = 'restarted';
