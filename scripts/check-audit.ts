/**
 * Known vulnerabilities in what runs in production: high and critical ones fail. One that does not
 * concern this program is let pass by an entry in audit-exceptions.json, for as long as it says: `{
 * "advisory": "GHSA-…", "reason": "…", "until": "2027-01-31" }`. A mirror of the registry
 * without this service is said to be so, and fails nothing: that is why this is not `npm audit`
 * alone. One that does not answer fails where CI is set: what nobody has looked at is not released.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { judge, type Exception, type Report } from './audit.ts';

const file = process.argv[2] ?? new URL('audit-exceptions.json', import.meta.url);
const exceptions = JSON.parse(readFileSync(file, 'utf8')) as Exception[];
const shell = process.platform === 'win32';
const npm = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', shell });
const report = JSON.parse(npm.stdout || '{}') as Report;
const problems = judge(report, exceptions, new Date().toISOString().slice(0, 10));
if (!report.vulnerabilities) {
  const isService = report.statusCode !== 404 && report.statusCode !== 405;
  const reason = isService ? 'could not be asked' : 'has no such service';
  if (isService && process.env['CI']) problems.push(`Not audited: the registry ${reason}.`);
  else console.log(`Not audited: the registry ${reason}.`);
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
