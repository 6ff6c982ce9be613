/** @typedef {{ advisory: string, reason: string, until: string }} Exception */
/**
 * @typedef {{ source: number, name: string, title: string, url: string, severity: string, range:
 * string }} Advisory
 */
/**
 * @typedef {{ vulnerabilities: Record<string, { via: (string | Advisory)[] }> }} Report as `npm
 * audit --json` prints it
 */

const FAILING = new Set(['high', 'critical']);
/** Longer than this nobody can tell whether the reason still holds. */
const LONGEST_DAYS = 180;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** @param {string} today @param {number} days */
const daysAfter = (today, days) =>
  new Date(Date.parse(today) + days * 24 * 3600_000).toISOString().slice(0, 10);

/** @param {Partial<Exception>} exception @param {string} today */
function problemOf({ advisory = '', reason = '', until = '' }, today) {
  if (
    !/^GHSA(-\w{4}){3}$/.test(advisory) ||
    reason.trim() === '' ||
    !DATE.test(until) ||
    Number.isNaN(Date.parse(until))
  )
    return 'needs an advisory (GHSA-…), a reason and until (YYYY-MM-DD)';
  return until > daysAfter(today, LONGEST_DAYS)
    ? `may last ${LONGEST_DAYS} days at most`
    : undefined;
}

/**
 * What the check says of the known vulnerabilities in what runs in production. The policy is in
 * SECURITY.md.
 * @param {Report | undefined} report nothing when the registry did not answer
 * @param {Exception[]} exceptions
 * @param {string} today such as 2026-11-21
 * @returns {{ notes: string[], problems: string[] }}
 */
export function judgeAudit(report, exceptions, today) {
  const problems = exceptions.flatMap((exception) => {
    const problem = problemOf(exception, today);
    return problem === undefined ? [] : [`the exception ${JSON.stringify(exception)} ${problem}`];
  });
  if (!report)
    return {
      notes: ['Not audited: the registry could not be asked for known vulnerabilities.'],
      problems,
    };

  const notes = [];
  const advisories = Object.values(report.vulnerabilities).flatMap(({ via }) =>
    via.filter((cause) => typeof cause === 'object'),
  );
  const serious = new Map(
    advisories
      .filter(({ severity }) => FAILING.has(severity))
      .map((advisory) => [advisory.url, advisory]),
  );
  for (const { name, title, url, severity, range } of serious.values()) {
    const exception = exceptions.find(({ advisory }) => advisory && url.endsWith(advisory));
    if (exception && exception.until >= today)
      notes.push(`Let pass until ${exception.until}: ${name}, ${title} (${exception.reason})`);
    else
      problems.push(
        `${severity}: ${name} ${range}, ${title} (${url})${exception ? `; its exception ended on ${exception.until}` : ''}`,
      );
  }
  for (const { advisory } of exceptions)
    if (advisory && ![...serious.keys()].some((url) => url.endsWith(advisory)))
      problems.push(`the exception for ${advisory} is no longer needed: remove it`);
  const all = new Set(advisories.map(({ url }) => url)).size;
  notes.push(
    `${serious.size} high or critical of ${all} known vulnerabilities in production dependencies`,
  );
  return { notes, problems };
}
