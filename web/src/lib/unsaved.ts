let parts = 0;

/** Something on the page is not saved until the result is called. */
export function markUnsaved(): () => void {
  parts += 1;
  return () => {
    parts -= 1;
  };
}

/** Whether to load the page again would lose something. */
export const hasUnsaved = (): boolean => parts > 0;
