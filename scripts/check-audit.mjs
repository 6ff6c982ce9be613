/**
 * Known vulnerabilities in what runs in production: high and critical ones fail. One that does not
 * concern this program is let pass by an entry in audit-exceptions.json, for as long as it says: `{
 * "advisory": "GHSA-…", "reason": "…", "until": "2027-01-31" }`. Another file of exceptions may be
 * named.
 */
import { readFileSync } from 'node:fs';
import { judgeAudit } from './judge-audit.mjs';
import { npm } from './npm.mjs';

/** @import { Exception, Report } from './judge-audit.mjs' */

const [file = new URL('audit-exceptions.json', import.meta.url)] = process.argv.slice(2);
const exceptions = /** @type {Exception[]} */ (JSON.parse(readFileSync(file, 'utf8')));
const report = readReport((await npm(['audit', '--omit=dev', '--json'])).output);
const { notes, problems } = judgeAudit(report, exceptions, new Date().toISOString().slice(0, 10));
for (const note of notes) console.log(note);
for (const problem of problems) console.error(`  ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;

/**
 * @param {string} output
 * @returns {Report | undefined} nothing when the registry did not answer
 */
function readReport(output) {
  try {
    const read = /** @type {Report} */ (
      JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
    );
    return read.vulnerabilities ? read : undefined;
  } catch {
    return undefined;
  }
}
