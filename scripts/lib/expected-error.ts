/**
 * A failure that a person can mend, such as a missing setting. Its message says what failed, with which input, and what to do next. Scripts
 * print it without a stack.
 */
export class ExpectedError extends Error {
  override name = 'ExpectedError'
}
