// By hand: `node workers/generator/outside/fault-server.ts [port]`, then `OPENAI_BASE_URL=http://localhost:<port>/<fault>/v1 npm start`;
// without a fault in the path, a description such as `fault:hang` names one.
import { faults } from './faults.ts'
import { openWorld } from './world.ts'

const { origin, moments } = await openWorld(Number(process.argv[2] ?? 9100))
moments.on('asked', (subject: string) => console.log(`asked: ${subject}`))
moments.on('fetched', (subject: string) => console.log(`fetched: ${subject}`))
console.log(`${origin}/<fault>/v1\n${Object.keys(faults).join('\n')}`)
