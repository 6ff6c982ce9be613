import { billingOptions } from './billing/billing.options.ts';
import { deviceOptions } from './devices/devices.options.ts';
import { fileOptions } from './files/files.options.ts';
import { lanOptions } from './lan/lan.options.ts';
import { ownerOptions } from './owner/owner.options.ts';
import { pairingOptions } from './pairing/pairing.options.ts';
import { trashOptions } from './trash/trash.options.ts';
import { type Config, ConfigError, platformOptions, readConfig } from './core/config.ts';

export const options = {
  ...platformOptions,
  ...lanOptions,
  ...fileOptions,
  ...trashOptions,
  ...billingOptions,
  ...ownerOptions,
  ...deviceOptions,
  ...pairingOptions,
};

export function loadConfig(environment: Record<string, string | undefined>): Config {
  const config = readConfig(options, environment);
  if (environment['MAX_FILE_MB']?.trim() && config.MAX_FILE_MB > config.STORAGE_PER_PERSON_MB)
    throw new ConfigError('MAX_FILE_MB must be no more than STORAGE_PER_PERSON_MB');
  return config;
}
