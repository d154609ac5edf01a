import { createServer as createProbe } from 'node:net'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { serveApp } from './start/listen.ts'
import { readConfig, type Config } from './config/config.ts'
import { serviceFlag } from './start/apart/handover.ts'
import { launch } from './start/apart/launch.ts'
import { keepMemorySmall } from './start/memory.ts'
import { takeHandover } from './start/apart/service.ts'
import { type Instance, openInstance } from './start/instance.ts'
import { printReady, seedSandbox } from './seed/index.ts'
import { createAccessService } from './modules/access/service.ts'
import { StartRefused } from './config/start-refused.ts'

keepMemorySmall()

const state = { ready: false, stopping: false }
let opened: Instance | undefined

try {
  const taken = process.argv.includes(serviceFlag)
    ? await takeHandover(() => process.kill(process.pid, 'SIGTERM'))
    : undefined
  const config = taken?.config ?? (await withPort(readConfig(process.env, process.cwd())))
  if (config.SIGNER === 'process' && !taken) {
    // Only whether the port is free: this process listens to nobody.
    await (await serveApp(config, () => new Response())).close()
    process.exit(await launch(config, programs()))
  }
  // First the port: where another program has it, nothing has been made or migrated yet. What is
  // asked before everything is open waits.
  const opening = Promise.withResolvers<Instance>()
  const server = await serveApp(config, (request, env) =>
    opened
      ? opened.app.all.fetch(request, env)
      : opening.promise.then(({ app }) => app.all.fetch(request, env)),
  )
  const instance = await openInstance(
    config,
    { isReady: () => state.ready && !state.stopping },
    taken?.given(),
  )
  opened = instance
  opening.resolve(instance)
  const metricsPort = await serveMetrics(config, instance)
  const stop = async () => {
    // A second signal means: now. That is the crash case, which every start mends.
    if (state.stopping) process.exit(1)
    state.stopping = true
    const hard = setTimeout(() => process.exit(1), 15_000)
    instance.app.closeStreams()
    await Promise.all([server.close(), metricsPort?.close()])
    await instance.close()
    clearTimeout(hard)
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  const access = createAccessService(instance.deps)
  const seeded =
    config.ENVIRONMENT === 'sandbox'
      ? await seedSandbox(instance.deps, access, (request) =>
          Promise.resolve(instance.app.all.fetch(request)),
        )
      : undefined
  if (!(await access.servesOnePartner()))
    throw new StartRefused(
      'UPSTREAM_URL: a remote instance is reached with one token, so this one may have one partner only.',
    )
  state.ready = true
  process.stdout.write(printReady(config, seeded))
} catch (error) {
  const known = error instanceof StartRefused
  process.stderr.write(
    `${known ? error.message : `The start failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`}\n`,
  )
  // What was started already must not go on without us.
  await opened?.close().catch(() => undefined)
  process.exit(1)
}

/** `/metrics` on a port of its own, where the settings name one. */
async function serveMetrics({ HOST, METRICS_PORT }: Config, { app }: Instance) {
  if (METRICS_PORT === undefined) return undefined
  return serveApp({ HOST, PORT: METRICS_PORT }, (request, env) => app.metrics.fetch(request, env))
}

/** This program, and the signer's beside it: built, or as sources. */
function programs() {
  const service = process.argv[1] ?? ''
  const name = service.endsWith('.mjs') ? 'signer.mjs' : 'start/signer/process.ts'
  return { service, signer: join(dirname(service), name) }
}

/** `PORT=0` takes a free port, which the address of this instance then names. */
async function withPort(config: Config): Promise<Config> {
  if (config.PORT !== 0) return config
  const port = await new Promise<number>((resolve, reject) => {
    const probe = createProbe()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
  const base = new URL(config.BASE_URL)
  if (base.port === '0') base.port = String(port)
  return { ...config, PORT: port, BASE_URL: base.origin }
}
