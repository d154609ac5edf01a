import { asAdmin } from '../baselines/database.ts'
import { started, startBankedStack } from './banked.ts'
import type { BenchStack, Program } from './partner.ts'

type Planted = {
  program?: Program
  settings?: Record<string, string>
  /** Of the copies. */
  status?: 'COMPLETED' | 'PENDING'
}

/** A program with so many transfers: one is made over the API; the others are its copies, one for each second before it. */
export async function plantedTransfers(
  rows: number,
  { program, settings, status = 'COMPLETED' }: Planted = {},
): Promise<BenchStack> {
  const { stack, parties } = await startBankedStack(1, program, settings)
  await started(stack, parties[0])
  const isOver = status === 'COMPLETED'
  await asAdmin(stack.dataDir, 'corridor', async (admin) => {
    const { rows: columns } = await admin.query<{ table: string; column: string }>(
      `select attrelid::regclass::text as table, quote_ident(attname) as column from pg_attribute
        where attrelid in ('transfer'::regclass, 'transfer_step'::regclass) and attnum > 0
          and not attisdropped and attgenerated = ''`,
    )
    const copy = (table: string, changed: Record<string, string>) => {
      const names = columns.filter((column) => column.table === table).map(({ column }) => column)
      const values = names.map((name) => changed[name] ?? `t.${name}`)
      return `insert into ${table} (${names.join()}) select ${values.join()} from made, ${table} t`
    }
    await admin.query('set session_replication_role = replica')
    await admin.query(`create temp table made as
      select gen_random_uuid() as uuid, n from generate_series(1, ${rows}) n`)
    const over = {
      status: `'COMPLETED'`,
      event_status: `'completed'`,
      completed_at: 't.created_at',
    }
    await admin.query(
      copy('transfer_step', {
        transfer_id: 'made.uuid',
        ...(isOver ? { status: `'completed'` } : {}),
      }),
    )
    await admin.query(
      copy('transfer', {
        id: 'made.uuid',
        transaction_id: `'bench-' || made.n`,
        created_at: `t.created_at - made.n * interval '1 second'`,
        search_text: 'made.uuid::text',
        ...(isOver ? over : {}),
      }),
    )
    await admin.query('vacuum analyze transfer, transfer_step')
  })
  return stack
}
