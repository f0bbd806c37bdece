import { moveMember } from './move-member.ts'
import { fillMember, openRehearsal } from './rehearsal.ts'

// `npm run rehearse:move [designs]`: moves a member between two local databases, as docs/growth.md describes.
const designs = Number(process.argv[2] ?? 5000)
const { source, target, close } = await openRehearsal()
try {
  await fillMember(source, 'member', designs)
  const started = performance.now()
  const counts = await moveMember(source, target, 'member', async () => {})
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  for (const [table, count] of Object.entries(counts)) console.log(`${table}: ${count} rows moved, each equal to its source`)
  console.log(`The member's writes were refused for ${seconds} s.`)
} finally {
  await close()
}
