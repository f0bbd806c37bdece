/**
 * A browser under test. `TestBrowser` has only what the journey needs, because the two browsers
 * speak different protocols.
 */
export interface TestBrowser {
  /** Name and version. */
  name: string
  open(url: string): Promise<void>
  /**
   * Runs a function in the page. It must not use anything outside itself; its argument and its
   * result are JSON.
   */
  run<Argument, Result>(
    call: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>
  /**
   * Clicks the first visible element of an XPath expression with a real pointer. Throws if there is
   * none.
   */
  click(xpath: string): Promise<void>
  /**
   * Types into the first visible element of an XPath expression, key by key. Throws if there is
   * none.
   */
  type(xpath: string, text: string): Promise<void>
  /**
   * Presses in the middle of the first visible element of an XPath expression, moves the pointer by
   * so many pixels, and releases it.
   */
  drag(xpath: string, right: number, down: number): Promise<void>
  resize(width: number, height: number): Promise<void>
  screenshot(path: string): Promise<void>
  close(): Promise<void>
}
