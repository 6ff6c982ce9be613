/** Never rejects: a committed call does not fail for its news, which are tried again for a minute. */
export type Tell = (news: () => Promise<unknown>) => Promise<void>;

const FIRST_WAIT_MS = 1000;
const LAST_WAIT_MS = 32_000;

export function createTell(onDefect: (error: unknown) => void): Tell {
  async function tell(news: () => Promise<unknown>, waitMs: number): Promise<void> {
    try {
      await news();
    } catch (error) {
      onDefect(error);
      if (waitMs <= LAST_WAIT_MS) setTimeout(() => void tell(news, 2 * waitMs), waitMs).unref();
    }
  }
  return (news) => tell(news, FIRST_WAIT_MS);
}
