import { readPlainWords } from '../lib/run-command.ts'
import { moveMember } from './move-member.ts'
import { fillMember, openRehearsal } from './rehearsal.ts'

const usage = `npm run rehearse:move [designs]    moves a member with 5000 designs between two local databases, as docs/growth.md describes`
const [designs = '5000'] = readPlainWords(usage, 1)
if (!/^[1-9]\d*$/.test(designs)) {
  console.error(`The number of designs is "${designs}": it must be a whole number from 1 on\n\n${usage}`)
  process.exit(1)
}
const { source, target, close } = await openRehearsal()
try {
  await fillMember(source, 'member', Number(designs))
  const started = performance.now()
  const counts = await moveMember(source, target, 'member', async () => {})
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  for (const [table, count] of Object.entries(counts)) console.log(`${table}: ${count} rows moved, each equal to its source`)
  console.log(`The member's writes were refused for ${seconds} s.`)
} finally {
  await close()
}
