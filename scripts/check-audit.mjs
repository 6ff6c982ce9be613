/**
 * Known vulnerabilities in what runs in production: high and critical ones fail. One that does not concern this program is
 * let pass by an entry in audit-exceptions.json, for as long as it says: `{ "advisory": "GHSA-…", "reason": "…", "until": "2027-01-31" }`.
 */
import { readFileSync } from 'node:fs';
import { npm } from './npm.mjs';

/** @typedef {{ advisory: string, reason: string, until: string }} Exception */
/** @typedef {{ source: number, name: string, title: string, url: string, severity: string, range: string }} Advisory */
/** @typedef {{ vulnerabilities: Record<string, { via: (string | Advisory)[] }> }} Report */

const FAILING = new Set(['high', 'critical']);
const exceptions = /** @type {Exception[]} */ (JSON.parse(readFileSync(new URL('./audit-exceptions.json', import.meta.url), 'utf8')));
const today = new Date().toISOString().slice(0, 10);

const problems = exceptions
  .filter(({ advisory, reason, until }) => !advisory || !reason || !/^\d{4}-\d{2}-\d{2}$/.test(until))
  .map((exception) => `an exception needs advisory, reason and until: ${JSON.stringify(exception)}`);

const report = readReport((await npm(['audit', '--omit=dev', '--json'])).output);
if (!report) {
  console.log('Not audited: the registry could not be asked for known vulnerabilities.');
} else {
  const advisories = Object.values(report.vulnerabilities).flatMap(({ via }) => via.filter((cause) => typeof cause === 'object'));
  const serious = new Map(advisories.filter(({ severity }) => FAILING.has(severity)).map((advisory) => [advisory.url, advisory]));
  for (const { name, title, url, severity, range } of serious.values()) {
    const exception = exceptions.find(({ advisory }) => url.endsWith(advisory));
    if (exception && exception.until >= today) console.log(`Let pass until ${exception.until}: ${name}, ${title} (${exception.reason})`);
    else problems.push(`${severity}: ${name} ${range}, ${title} (${url})${exception ? `; its exception ended on ${exception.until}` : ''}`);
  }
  console.log(`${serious.size} high or critical, ${advisories.length} known vulnerabilities in production dependencies`);
}

for (const problem of problems) console.error(`  ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;

/**
 * @param {string} output
 * @returns {Report | undefined} nothing when the registry did not answer
 */
function readReport(output) {
  try {
    const read = /** @type {Report} */ (JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)));
    return read.vulnerabilities ? read : undefined;
  } catch {
    return undefined;
  }
}
