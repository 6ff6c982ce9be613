/** The first line that says anything, cut between characters. */
export function titleFrom(text: string, maxLength: number): string {
  const [line = ''] = text.trimStart().split('\n', 1);
  const beginning = line.trim().slice(0, maxLength * 2);
  return Array.from(beginning).slice(0, maxLength).join('').toWellFormed();
}
