/** The editor is half of a clip's code, and most people who open a link only read. */
export const editorParts = () => import('./owner-parts.ts');
