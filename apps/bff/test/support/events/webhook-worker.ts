// A process that only publishes events and delivers webhooks, on a database that others share. It is
// ended by SIGKILL; its task comes as one JSON argument.
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { readConfig } from '../../../src/config/config.ts'
import { loadKek } from '../../../src/db/kek.ts'
import { openPools } from '../../../src/db/open.ts'
import { createIds } from '../../../src/outside/ids.ts'
import { openOutbound } from '../../../src/outside/calls/open.ts'
import { startDeliverer } from '../../../src/modules/webhooks/delivery/deliverer.ts'
import { crashAt, noFaults } from '../../../src/engine/faults.ts'
import { startLeader } from '../../../src/engine/leader.ts'
import { publisher } from '../../../src/records/events/publisher.ts'
import { createWake } from '../../../src/engine/wake.ts'
import type { WorkerTask } from './webhook-processes.ts'

const task = JSON.parse(process.argv[2] ?? '') as WorkerTask
const config = readConfig({ DATA_DIR: task.dataDir }, task.dataDir)
const random = (bytes: number) => new Uint8Array(randomBytes(bytes))
const log = pino({ level: 'error' }, process.stderr)
const db = await openPools(
  { url: (role) => task.urls[role] ?? '', leave: async () => {} },
  {
    random,
    log,
  },
)
const wake = await createWake({ databaseUrl: db.urls.worker, log })
const deps = {
  config,
  db,
  wake,
  log,
  random,
  kek: loadKek(config, random),
  ids: createIds(random),
  outbound: openOutbound(config),
  faults: task.crashAt === undefined ? noFaults : crashAt(task.crashAt),
  realTime: () => new Date(),
}
publisher(deps).start({ ...deps, leader: startLeader({ databaseUrl: db.urls.worker, log }) })
startDeliverer(deps, { leaseMs: task.leaseMs })
process.stdout.write('ready\n')
