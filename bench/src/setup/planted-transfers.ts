import { routes } from '@corridor/contract/routes'
import type { Client } from 'pg'
import { asAdmin } from '../measure/admin.ts'
import { started, startBankedStack } from './banked.ts'
import { type BenchStack, completed, type Program } from './partner.ts'

type Planted = {
  program?: Program
  settings?: Record<string, string>
  /** Of the copies: the transfer that they are copies of waits for its deposit, or is completed. */
  status?: 'COMPLETED' | 'PENDING'
  /** As many postings, events and entries of the audit log as transfers. */
  isRecorded?: boolean
}

/** A program with so many transfers: one is made over the API; the others are its copies, one for each second before it. */
export async function plantedTransfers(
  rows: number,
  { program, settings, status = 'COMPLETED', isRecorded = false }: Planted = {},
): Promise<BenchStack> {
  const { stack, parties } = await startBankedStack(1, program, settings)
  const executionId = await started(stack, parties[0])
  if (status === 'COMPLETED') {
    const params = { executionId }
    await stack.client.call(routes.sandbox.depositForTransfer, { params, body: {} })
    await completed(stack.client, executionId)
  }
  await asAdmin(stack.dataDir, 'corridor', async (admin) => {
    await admin.query('set session_replication_role = replica')
    await admin.query(`create temp table made as
      select gen_random_uuid() as uuid, n::bigint from generate_series(1, ${rows}) n`)
    await copy(admin, 'transfer_step', { transfer_id: 'made.uuid' })
    await copy(admin, 'transfer', {
      id: 'made.uuid',
      transaction_id: `'bench-' || made.n`,
      created_at: before('t.created_at'),
      search_text: 'made.uuid::text',
    })
    if (isRecorded) await plantRecords(admin)
    await admin.query('reset session_replication_role')
    await admin.query('vacuum analyze')
  })
  return stack
}

const before = (column: string) => `${column} - made.n * interval '1 second'`

/** What is written with transfers, of one of each; all of it is published and sealed already. */
async function plantRecords(admin: Client): Promise<void> {
  await plantPostings(admin)
  await plantEvents(admin)
  await plantAudit(admin)
}

async function plantPostings(admin: Client): Promise<void> {
  const item = `select * from posting where kind = 'single' order by created_at, id limit 1`
  await copy(
    admin,
    'posting_group',
    { id: 'made.uuid', transfer_id: 'made.uuid', created_at: before('t.created_at') },
    `select g.* from posting_group g join (${item}) p on p.group_id = g.id`,
  )
  await copy(
    admin,
    'posting',
    { id: 'made.uuid', group_id: 'made.uuid', created_at: before('t.created_at') },
    item,
  )
  for (const side of ['debit', 'credit'])
    await admin.query(`update ledger_balance b
      set ${side}s_posted = b.${side}s_posted + (select count(*) from made) * p.amount
      from (${item}) p where b.partner_id = p.partner_id and b.account_id = p.${side}_account`)
}

/** Numbers follow those that were given; older programs keep them in the event's own row. */
async function plantEvents(admin: Client): Promise<void> {
  const item = `select * from event where subject_kind = 'transfer' order by created_at, id limit 1`
  const isBeside = await exists(admin, 'event_number')
  const changed = {
    id: 'made.uuid',
    subject_id: 'md5(made.n::text)',
    created_at: before('t.created_at'),
    ...(isBeside
      ? { xid: `'0'` }
      : {
          sequence:
            'made.n + (select last from event_sequence s where s.partner_id = t.partner_id)',
        }),
  }
  await admin.query('begin')
  await admin.query('lock table event_sequence in exclusive mode')
  await copy(admin, 'event', changed, item)
  if (isBeside)
    await admin.query(`insert into event_number (partner_id, sequence, event_id, written_at, at)
      select e.partner_id, made.n + s.last, e.id, e.created_at, e.created_at
      from made join event e on e.id = made.uuid
      join event_sequence s on s.partner_id = e.partner_id order by made.n`)
  await admin.query(`update event_sequence set last = last + (select count(*) from made)
    where partner_id = (select partner_id from (${item}) e)`)
  await admin.query('commit')
}

/** Their seals are numbered on; what they hash to is nothing that could be verified. */
async function plantAudit(admin: Client): Promise<void> {
  const item = `select a.* from audit a join audit_seal s on s.audit_id = a.id
    order by a.created_at desc limit 1`
  await admin.query('begin')
  await admin.query('lock table audit_seal in exclusive mode')
  await admin.query(`create temp table sealed as select s.*, (select max(m.sequence) from audit_seal m
    where m.partner_id = s.partner_id) as last from audit_seal s join (${item}) a on a.id = s.audit_id`)
  await copy(
    admin,
    'audit',
    { id: 'made.uuid', object_id: 'md5(made.n::text)', created_at: before('t.created_at') },
    item,
  )
  await copy(
    admin,
    'audit_seal',
    { audit_id: 'made.uuid', sequence: 't.last + made.n' },
    'select * from sealed',
  )
  await admin.query('commit')
}

async function exists(admin: Client, table: string): Promise<boolean> {
  const { rows } = await admin.query<{ found: boolean }>(
    'select to_regclass($1) is not null as found',
    [table],
  )
  return rows[0]?.found === true
}

/** A row for each of `made` of each row of the source, with these columns changed. */
async function copy(
  admin: Client,
  table: string,
  changed: Record<string, string>,
  source = `select * from ${table}`,
): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute where attrelid = $1::regclass
      and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
    [table],
  )
  const values = rows.map(({ name }) => changed[name] ?? `t.${name}`)
  await admin.query(`insert into ${table} (${rows.map(({ name }) => name).join()})
    select ${values.join()} from (${source}) t, made order by made.n desc`)
}
