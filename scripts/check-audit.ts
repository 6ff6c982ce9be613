/**
 * Known vulnerabilities in what runs in production: high and critical ones fail. One that does not
 * concern this program is let pass by an entry in audit-exceptions.json, for as long as it says: `{
 * "advisory": "GHSA-…", "reason": "…", "until": "2027-01-31" }`. A registry that cannot be asked is
 * said to be so, and fails nothing: that is why this is not `npm audit` alone.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

type Advisory = Record<'title' | 'url' | 'severity' | 'name' | 'range', string>;
type Report = { vulnerabilities?: Record<string, { via: (string | Advisory)[] }> };
type Exception = Record<'advisory' | 'reason' | 'until', string>;

const file = process.argv[2] ?? new URL('audit-exceptions.json', import.meta.url);
const exceptions = JSON.parse(readFileSync(file, 'utf8')) as Exception[];
const today = new Date().toISOString().slice(0, 10);
const shell = process.platform === 'win32';
const npm = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', shell });
const { vulnerabilities } = JSON.parse(npm.stdout || '{}') as Report;
const serious = Object.values(vulnerabilities ?? {})
  .flatMap(({ via }) => via.filter((cause) => typeof cause === 'object'))
  .filter(({ severity }) => ['high', 'critical'].includes(severity));
const concerns = ({ advisory }: Exception, { url }: Advisory) => url.endsWith(`/${advisory}`);
const passes = (each: Advisory) =>
  exceptions.some((pass) => concerns(pass, each) && pass.reason && pass.until >= today);
const problems = [
  ...serious
    .filter((each) => !passes(each))
    .map((each) => `${each.severity}: ${each.name} ${each.range}, ${each.title} (${each.url})`),
  ...exceptions
    .filter((pass) => vulnerabilities && !serious.some((each) => concerns(pass, each)))
    .map(({ advisory }) => `the exception for ${advisory} is no longer needed: remove it`),
];
for (const problem of problems) console.error(problem);
if (!vulnerabilities) console.log('Not audited: the registry could not be asked.');
process.exitCode = problems.length > 0 ? 1 : 0;
