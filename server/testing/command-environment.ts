/**
 * What a command that a test runs finds of the machine. Node keeps what it makes of the sources
 * there (vitest.config.ts): otherwise each of many starts would do it anew.
 */
export const commandEnvironment = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};
