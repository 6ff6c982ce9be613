export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
};
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Two sides measured in turn, so that a noisy machine hits both alike. */
export async function interleave<T>(
  rounds: number,
  ours: () => Promise<T>,
  theirs: () => Promise<T>,
): Promise<{ ours: T[]; theirs: T[] }> {
  const result = { ours: [] as T[], theirs: [] as T[] };
  for (let round = 0; round < rounds; round++) {
    result.ours.push(await ours());
    result.theirs.push(await theirs());
  }
  return result;
}
