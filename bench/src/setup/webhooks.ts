import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { routes } from '@corridor/contract/routes'
import { asAdmin } from '../measure/admin.ts'
import { type BenchStack, startBenchStack } from './partner.ts'
import type { Call, Order } from './receivers-child.ts'

export const partnerCount = 10

export type Receivers = {
  /** How long each waits before it answers; null never answers. */
  delay: (delaysMs: (number | null)[]) => void
  /** What came since the last time. */
  take: () => Promise<Call[]>
}

export type WebhookStack = BenchStack & { tokens: string[]; receivers: Receivers }

/** The real program with ten partners, each with an endpoint at a server of its own. */
export async function startWebhookStack(): Promise<WebhookStack> {
  const stack = await startBenchStack()
  const { ports, receivers, stop } = await startReceivers(partnerCount)
  const tokens = await Promise.all(ports.map((port) => register(stack, port)))
  return {
    ...stack,
    tokens,
    receivers,
    remove: async () => {
      stop()
      await stack.remove()
    },
  }
}

/** Servers of partners, in a process of their own. */
export async function startReceivers(count: number) {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'receivers-child.ts'), String(count)],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  )
  const [ports] = (await once(child, 'message')) as [number[]]
  return { ports, receivers: receiversOf(child), stop: () => child.disconnect() }
}

function receiversOf(child: ChildProcess): Receivers {
  const order = (given: Order) => void child.send(given)
  return {
    delay: (delaysMs) => order({ delaysMs }),
    take: async () => {
      order('take')
      const [calls] = (await once(child, 'message')) as [Call[]]
      return calls
    },
  }
}

/** A new partner with a key and an endpoint; gives the key. */
async function register({ admin, baseUrl }: BenchStack, port: number): Promise<string> {
  const made = await admin(['partner', 'create', '--name', `Receiver ${port}`])
  const { svcPartnerId } = made as { svcPartnerId: string }
  const issued = await admin(['api-key', 'issue', '--partner', svcPartnerId, '--scopes', 'all'])
  const { apiToken } = issued as { apiToken: string }
  const { method, path } = routes.webhooks.register
  const answer = await fetch(baseUrl + path, {
    method,
    headers: { 'x-api-token': apiToken, 'content-type': 'application/json' },
    body: JSON.stringify({ webhookUrl: `http://127.0.0.1:${port}/hooks` }),
  })
  if (!answer.ok) throw new Error(`The webhook was not registered: ${await answer.text()}`)
  return apiToken
}

/** In the order in which the program locks them. */
const locked = 'select partner_id from webhook_endpoint order by partner_id, id for update'

/** Nothing is sent, nothing waits, and nothing is known of earlier failures. */
export async function quiet({ dataDir }: BenchStack): Promise<void> {
  await asAdmin(dataDir, 'corridor', async (admin) => {
    await admin.query(`update webhook_endpoint set status = 'PAUSED', straight_failures = 0,
      failing_since = null, held_until = null where partner_id in (${locked})`)
    // What is being recorded at this moment ends on its own.
    await admin.query(`delete from webhook_delivery where (partner_id, id) in (
      select partner_id, id from webhook_delivery for update skip locked)`)
  })
}

/** So many published events of each partner that wait to be sent; the endpoints are paused. */
export async function plant(stack: BenchStack, perPartner: number): Promise<void> {
  await quiet(stack)
  await asAdmin(stack.dataDir, 'corridor', async (admin) => {
    await admin.query(planting, [perPartner])
    await admin.query('vacuum analyze event, webhook_delivery, webhook_attempt')
  })
}

/** Begins to send, and notifies the program as its publisher would. */
export async function go({ dataDir }: BenchStack): Promise<void> {
  await asAdmin(dataDir, 'corridor', async (admin) => {
    await admin.query(
      `update webhook_endpoint set status = 'ACTIVE' where partner_id in (${locked})`,
    )
    await admin.query(`select pg_notify('corridor', 'published')`)
  })
}

/** How many were delivered in the last so many milliseconds. */
export async function deliveredWithin({ dataDir }: BenchStack, ms: number): Promise<number> {
  return asAdmin(dataDir, 'corridor', async (admin) => {
    const { rows } = await admin.query<{ count: number }>(
      `select count(*)::int as count from webhook_delivery
        where delivered_at > clock_timestamp() - $1 * interval '1 millisecond'`,
      [ms],
    )
    return rows[0]?.count ?? 0
  })
}

/** A change of a transfer, as the service writes it. */
const planting = `
  with made as (
    insert into event (partner_id, id, category, type, status, object, subject_kind,
      subject_id, subject_version, created_at)
    select e.partner_id, uuidv7(), 'transfer', 'transitioned', 'payment_processed',
      jsonb_build_object('executionId', 'exec_01h455vb4pex5vsknk084sn02q', 'transactionId',
        gen_random_uuid(), 'status', 'PROCESSING', 'previousStatus', 'PENDING', 'direction',
        'PAYOUT', 'amountIn', 100.25, 'amountOut', 92.11, 'currencyIn', 'USD', 'currencyOut', 'EUR',
        'step', 'payout_submitted', 'note', repeat('x', 200)),
      'transfer', 'exec_01h455vb4pex5vsknk084sn02q', 1000000 + n, clock_timestamp()
    from webhook_endpoint e, generate_series(1, $1::int) as n
    returning *, subject_version as sequence
  ), numbered as (
    insert into event_number (partner_id, sequence, event_id, written_at, at)
    select partner_id, sequence, id, created_at, created_at from made
  )
  insert into webhook_delivery (partner_id, id, endpoint_id, event_id, event_at, sequence, category,
    url, status, next_attempt_at, created_at)
  select m.partner_id, m.id, e.id, m.id, m.created_at, m.sequence, m.category, e.url, 'PENDING',
    m.created_at, m.created_at
  from made m join webhook_endpoint e using (partner_id)`
