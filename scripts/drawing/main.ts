import { ExpectedError, runCommand } from '../lib/run-command.ts'

const usage = `npm run drawing sheet [styles]    draws every style of the embedded image maker on one sheet
npm run drawing flash             draws the home page's images`

await runCommand(async () => {
  const [drawing, ...words] = process.argv.splice(2)
  process.argv.push(...words)
  if (drawing === 'sheet') await import('./sheet.ts')
  else if (drawing === 'flash') await import('./flash.ts')
  else throw new ExpectedError(usage)
})
