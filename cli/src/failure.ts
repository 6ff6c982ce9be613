export const FAILED = 1;
export const USAGE = 2;
export const NOTHING_FOUND = 3;
export const NOT_SIGNED_IN = 4;

/** What ends the command: its text goes to standard error. */
export class Failure extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = FAILED) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The server read it and said no: sent again, it would be no again. */
export class Refused extends Failure {
  readonly status: number;
  constructor(message: string, status: number, exitCode?: number) {
    super(message, exitCode);
    this.status = status;
  }
}
