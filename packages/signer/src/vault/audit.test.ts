import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { evmAccount, newEntity, openTestSigner, random, run, value } from '../../test/harness.ts'

const { signer, admin } = await openTestSigner()

async function newChain() {
  const entity = await newEntity(signer)
  for (let lines = 0; lines < 4; lines++) {
    const wallet = { walletName: `W${lines}`, accounts: [evmAccount()] }
    value(await run(signer, entity, 'ACTIVITY_TYPE_CREATE_WALLET', wallet))
  }
  return entity.entityId
}

test('every effect has its line, and an untouched chain verifies', async () => {
  const entityId = await newChain()
  const { rows } = await admin.query(
    'select action, outcome from signer.audit_line where entity_id = $1 order by sequence',
    [entityId],
  )
  expect(rows.map((row) => `${row.action} ${row.outcome}`)).toEqual([
    'AUTH_METHOD REGISTERED',
    ...Array.from({ length: 4 }, () => 'ACTIVITY_TYPE_CREATE_WALLET COMPLETED'),
  ])
  expect((await signer.verifyAudit()).broken).toEqual([])
})

const anyLine = fc.integer({ min: 1, max: 5 })
const edits = fc.oneof(
  fc.record({
    kind: fc.constant('change' as const),
    line: anyLine,
    column: fc.constantFrom('action', 'outcome', 'activity_id', 'fingerprint', 'credential_id'),
  }),
  fc.record({ kind: fc.constant('retime' as const), line: anyLine }),
  fc.record({ kind: fc.constant('rehash' as const), line: anyLine }),
  fc.record({ kind: fc.constant('delete' as const), line: anyLine }),
  fc.record({ kind: fc.constant('cut' as const), line: anyLine }),
  fc.record({ kind: fc.constant('swap' as const), line: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('insert' as const), line: fc.constant(6) }),
)

test('a change, removal, insertion, swap or cut by a superuser is found, and the line named', async () => {
  const entityId = await newChain()
  const sql = (text: string, ...values: unknown[]) => admin.query(text, [entityId, ...values])
  await fc.assert(
    fc.asyncProperty(edits, async (edit) => {
      const client = await admin.connect()
      const original = await client.query('select * from signer.audit_line where entity_id = $1', [
        entityId,
      ])
      client.release()
      const where = 'entity_id = $1 and sequence = $2'
      const line = edit.line
      if (edit.kind === 'change') {
        await sql(`update signer.audit_line set ${edit.column} = 'x' where ${where}`, line)
      } else if (edit.kind === 'retime') {
        await sql(`update signer.audit_line set at = at + interval '1 ms' where ${where}`, line)
      } else if (edit.kind === 'rehash') {
        await sql(`update signer.audit_line set hash = $3 where ${where}`, line, random(32))
      } else if (edit.kind === 'delete') {
        await sql(`delete from signer.audit_line where ${where}`, line)
      } else if (edit.kind === 'cut') {
        await sql('delete from signer.audit_line where entity_id = $1 and sequence >= $2', line)
      } else if (edit.kind === 'swap') {
        await sql(`update signer.audit_line set sequence = 99 where ${where}`, line)
        await sql(
          `update signer.audit_line set sequence = $2 where entity_id = $1
          and sequence = $2 + 1`,
          line,
        )
        await sql(
          `update signer.audit_line set sequence = $2 + 1 where entity_id = $1
          and sequence = 99`,
          line,
        )
      } else {
        await sql(
          `insert into signer.audit_line select (jsonb_populate_record(l,
             jsonb_build_object('sequence', $2::int, 'previous_hash', l.hash))).*
           from signer.audit_line l where entity_id = $1 and sequence = 5`,
          line,
        )
      }
      expect((await signer.verifyAudit()).broken).toEqual([{ entityId, sequence: edit.line }])

      await sql('delete from signer.audit_line where entity_id = $1')
      await admin.query(
        `insert into signer.audit_line select * from jsonb_populate_recordset(
           null::signer.audit_line, $1)`,
        [JSON.stringify(original.rows.map(asJson))],
      )
      expect((await signer.verifyAudit()).broken).toEqual([])
    }),
    { numRuns: 40 },
  )
})

function asJson(row: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(row).map(([name, cell]) => [
      name,
      cell instanceof Uint8Array ? `\\x${Buffer.from(cell).toString('hex')}` : cell,
    ]),
  )
}

test('a head of his own does not help an attacker who cuts the end off', async () => {
  const entityId = await newChain()
  await admin.query('delete from signer.audit_line where entity_id = $1 and sequence = 5', [
    entityId,
  ])
  await admin.query(
    `update signer.audit_head h set sequence = 4,
       hash = (select hash from signer.audit_line l where l.entity_id = $1 and l.sequence = 4)
     where entity_id = $1`,
    [entityId],
  )
  expect((await signer.verifyAudit()).broken).toContainEqual({ entityId, sequence: 5 })
})
