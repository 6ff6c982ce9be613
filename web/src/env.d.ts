/**
 * Put in by web/build.ts, one build for each; nothing in development and tests, which are in
 * English.
 */
interface ImportMetaEnv {
  readonly LANGUAGE?: string;
}
