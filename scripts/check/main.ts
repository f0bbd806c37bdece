import { ExpectedError, parseWords, runCommand } from '../lib/run-command.ts'
import { printAffected } from './affected.ts'
import { runChecks } from './check-tree.ts'

const usage = `npm run check                       types, lint, import directions, paths and links in documents, contracts that only grow
npm run check -- --affected [base]  prints which tests and deployments the commits since a base need, for .github/workflows/main.yml.
                                    Without a base: since the commit that the workflow's run names, else everything.`

await runCommand(async () => {
  const { values, positionals } = parseWords(usage, {
    options: { affected: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [base, ...surplus] = positionals
  if (surplus.length > 0 || (base && !values.affected)) throw new ExpectedError(usage)
  if (values.affected) return printAffected(base)
  const results = await runChecks()
  for (const { name, passed, output } of results) {
    console.log(passed ? `ok    ${name}` : `FAIL  ${name}\n${output}`)
  }
  process.exitCode = results.every((result) => result.passed) ? 0 : 1
})
