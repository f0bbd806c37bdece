import { checkTree } from './check-tree.ts'

const results = await checkTree()
for (const { name, passed, output } of results) console.log(passed ? `ok    ${name}` : `FAIL  ${name}\n${output}`)
process.exitCode = results.every((result) => result.passed) ? 0 : 1
