import { openOutbound } from '../../../src/outside/calls/open.ts'

// A process of its own, since some settings of a process count at its start alone.
const outbound = openOutbound({
  ENVIRONMENT: 'sandbox',
  BASE_URL: 'http://localhost:8787',
  HOST: 'localhost',
  PORT: 8787,
})
const outcomes = []
for (const url of process.argv.slice(2)) {
  outcomes.push(await outbound.post({ url, headers: {}, body: '{}' }))
}
process.stdout.write(JSON.stringify(outcomes))
