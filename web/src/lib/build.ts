/** The build that this page is of; empty where there is none, as while it is developed. */
export const pageBuild = (): string => document.body.dataset['build'] ?? '';
