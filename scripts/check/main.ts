import { readPlainWords } from '../lib/run-command.ts'
import { checkTree } from './check-tree.ts'

readPlainWords(`npm run check    types, lint, import directions, paths and links in documents, contracts that only grow`)
const results = await checkTree()
for (const { name, passed, output } of results) console.log(passed ? `ok    ${name}` : `FAIL  ${name}\n${output}`)
process.exitCode = results.every((result) => result.passed) ? 0 : 1
