/** Whether a link leads to the computer on which it is opened, and so nowhere on a phone. */
export function isThisComputerOnly(link: string): boolean {
  const { hostname } = new URL(link);
  return /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
