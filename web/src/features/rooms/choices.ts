/** The option of that value; anything that is none counts as not set. */
export const chosen = <T extends string>(options: readonly { readonly value: T }[], value: string | null, otherwise: T): T =>
  options.find((option) => option.value === value)?.value ?? otherwise;

/** What is not set stays out of the address. */
export function putChoice(params: URLSearchParams, name: string, value: string, unset: string): void {
  if (value === unset) params.delete(name);
  else params.set(name, value);
}
