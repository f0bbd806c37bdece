import { expect, test } from 'vitest'
import { integrityOf } from './served-file.ts'

test('hashes bytes and text as a browser does', async () => {
  const integrity = 'sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO'
  expect(await integrityOf("alert('Hello, world.');")).toBe(integrity)
  expect(await integrityOf(new TextEncoder().encode("alert('Hello, world.');"))).toBe(integrity)
})
