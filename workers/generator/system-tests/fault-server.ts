// For use by hand: `node workers/generator/system-tests/fault-server.ts [port]`, then `OPENAI_BASE_URL=http://localhost:<port>/<fault>/v1 npm start`.
// Without a fault in the path, a description such as `fault:hang` selects one.

import { startFakeServices } from './fake-services.ts'
import { faults } from './faults.ts'

const { origin, events } = await startFakeServices(Number(process.argv[2] ?? 9100))
events.on('called', (subject: string) => console.log(`called: ${subject}`))
events.on('downloaded', (subject: string) => console.log(`downloaded: ${subject}`))
console.log(`${origin}/<fault>/v1\n${Object.keys(faults).join('\n')}`)
