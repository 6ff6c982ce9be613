export const languages = ['en', 'fr', 'es', 'de'] as const;
export type Language = (typeof languages)[number];

export const isLanguage = (value: unknown): value is Language =>
  (languages as readonly unknown[]).includes(value);

/** The cookie that remembers a choice. The page sets it, the server picks the built page by it. */
export const LANGUAGE_COOKIE = 'language';
