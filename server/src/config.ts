import { billingOptions } from './modules/billing/billing.options.ts';
import { fileOptions } from './modules/files/files.options.ts';
import { lanOptions } from './modules/lan/lan.options.ts';
import { trashOptions } from './modules/trash/trash.options.ts';
import { type Config, platformOptions, readConfig } from './platform/config.ts';

/** Every environment variable the server reads. */
export const options = {
  ...platformOptions,
  ...lanOptions,
  ...fileOptions,
  ...trashOptions,
  ...billingOptions,
};

/** Reads the environment once. Throws ConfigError. */
export const loadConfig = (environment: Record<string, string | undefined>): Config =>
  readConfig(options, environment);
