/** Empty while developing. */
export const pageBuild = (): string => document.body.dataset['build'] ?? '';
