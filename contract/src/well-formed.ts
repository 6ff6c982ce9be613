/** `toWellFormed`, which browsers of 2023 do not have. */
export const wellFormed = (text: string): string =>
  (text as { toWellFormed?: () => string }).toWellFormed?.() ??
  text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
