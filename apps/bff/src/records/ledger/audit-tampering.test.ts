import { randomBytes, randomInt } from 'node:crypto'
import type { Client } from 'pg'
import { v7 as uuidV7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AuditSite, openAuditSite } from '../../../test/support/database/audit-site.ts'
import { isFull } from '../../../test/support/process/tiers.ts'
import {
  type Head,
  nextChain,
  type SealableEntry,
  sealableColumns,
  unkeyedSealHash,
} from '../audit/audit-hash.ts'

let site: AuditSite
beforeAll(async () => {
  site = await openAuditSite()
})
afterAll(() => site.close())

type Chain = { partnerId: string; ids: string[] }
/** What is done to a chain from its seal `k` on, and what must be reported of it. */
type Manipulation = (admin: Client, chain: Chain, k: number) => Promise<string>

const idAt = ({ ids }: Chain, k: number) => ids[k - 1] ?? ''
const dropEntries = (admin: Client, chain: Chain, ids: string[]) =>
  admin.query('delete from audit where partner_id = $1 and id = any($2)', [chain.partnerId, ids])
const dropSeals = (admin: Client, { partnerId }: Chain, from: number, to = 1_000) =>
  admin.query('delete from audit_seal where partner_id = $1 and sequence between $2 and $3', [
    partnerId,
    from,
    to,
  ])
const columns: Record<string, string> = {
  actor_id: `'somebody'`,
  actor_type: `'partner_user'`,
  action: `'entity.delete'`,
  object_id: `'ent_999'`,
  before: `'{"status": "OLD"}'`,
  after: `after || '{"n": 99}'`,
  reason: `'because'`,
  request_id: `'req_2'`,
  created_at: `created_at + interval '1 microsecond'`,
}
const pick = <T>(from: readonly T[]): T => from[randomInt(from.length)] as T

async function editEntry(admin: Client, chain: Chain, k: number): Promise<void> {
  const [column, value] = pick(Object.entries(columns))
  await admin.query(
    `update audit set ${column} = ${value} where partner_id = '${chain.partnerId}' and id = '${idAt(chain, k)}'`,
  )
}

const manipulations: Record<string, Manipulation> = {
  edit: async (admin, chain, k) => {
    await editEntry(admin, chain, k)
    return `entry ${idAt(chain, k)} (seal ${k}) was changed`
  },
  remove: async (admin, chain, k) => {
    await dropEntries(admin, chain, [idAt(chain, k)])
    return `entry ${idAt(chain, k)} (seal ${k}) was removed`
  },
  removeWithSeal: async (admin, chain, k) => {
    await dropEntries(admin, chain, [idAt(chain, k)])
    await dropSeals(admin, chain, k, k)
    return `seal ${k} is missing`
  },
  truncate: async (admin, chain, k) => {
    await dropEntries(admin, chain, chain.ids.slice(k - 1))
    await dropSeals(admin, chain, k)
    return `seal ${k} is missing`
  },
  erase: async (admin, chain) => {
    await dropEntries(admin, chain, chain.ids)
    await dropSeals(admin, chain, 1)
    return 'seal 1 is missing'
  },
  editAndHaveSealedAgain: async (admin, chain, k) => {
    await editEntry(admin, chain, k)
    await dropSeals(admin, chain, k)
    return `seal ${k} is missing`
  },
  insert: async (admin, chain, k) => {
    const id = `00000000-0000-7000-8000-${randomBytes(6).toString('hex')}`
    await admin.query(
      `insert into audit select partner_id, '${id}', xid, actor_type, actor_id, action, object_kind,
         object_id, before, after, reason, request_id, created_at
       from audit where partner_id = '${chain.partnerId}' and id = '${idAt(chain, k)}'`,
    )
    return `entry ${id} was slipped in`
  },
  reorder: async (admin, chain, k) => {
    const j = k === 1 ? 2 : k - 1
    const put = (sequence: number, id: string) =>
      admin.query('update audit_seal set audit_id = $3 where partner_id = $1 and sequence = $2', [
        chain.partnerId,
        sequence,
        id,
      ])
    await put(k, uuidV7())
    await put(j, idAt(chain, k))
    await put(k, idAt(chain, j))
    const first = Math.min(k, j)
    return `entry ${idAt(chain, Math.max(k, j))} (seal ${first}) was changed`
  },
  forgePublicChain: async (admin, chain, k) => {
    await editEntry(admin, chain, k)
    let head: Head = { sequence: k - 1, hash: Buffer.alloc(0), entryId: '' }
    const before = await admin.query<{ hash: string }>(
      `select encode(public_hash, 'hex') as hash from audit_seal
       where partner_id = $1 and sequence = $2`,
      [chain.partnerId, k - 1],
    )
    if (before.rows[0]) head.chain = { first: 1, hash: before.rows[0].hash }
    for (let sequence = k; sequence <= chain.ids.length; sequence += 1) {
      const entry = await admin.query<SealableEntry>(
        `select ${sealableColumns} from audit a where partner_id = $1 and id = $2`,
        [chain.partnerId, idAt(chain, sequence)],
      )
      const next = nextChain(head, entry.rows[0] as SealableEntry)
      head = { ...head, sequence, chain: next }
      await admin.query(
        `update audit_seal set public_hash = $3 where partner_id = $1 and sequence = $2`,
        [chain.partnerId, sequence, Buffer.from(next.hash, 'hex')],
      )
    }
    return `entry ${idAt(chain, k)} (seal ${k}) was changed`
  },
  forgeWithoutKey: async (admin, chain, k) => {
    await editEntry(admin, chain, k)
    let hash: Buffer = Buffer.alloc(32)
    for (let sequence = 1; sequence <= chain.ids.length; sequence += 1) {
      const entry = await admin.query<SealableEntry>(
        `select ${sealableColumns} from audit a where partner_id = $1 and id = $2`,
        [chain.partnerId, idAt(chain, sequence)],
      )
      const previous = hash
      hash = unkeyedSealHash(previous, entry.rows[0] as SealableEntry)
      await admin.query(
        `update audit_seal set hash = $3, previous_hash = $4, key_version = 0
         where partner_id = $1 and sequence = $2`,
        [chain.partnerId, sequence, hash, previous],
      )
    }
    return `entry ${idAt(chain, 1)} (seal 1) was changed`
  },
}

async function chainsOf(admin: Client, partners: readonly string[]): Promise<Chain[]> {
  const { rows } = await admin.query<Chain>(
    `select partner_id as "partnerId", array_agg(audit_id order by sequence) as ids
     from audit_seal where partner_id = any($1) group by partner_id`,
    [partners],
  )
  return rows
}

/**
 * The partner's own program finds the same without a key. An entry that is not sealed is in no chain;
 * where the chain itself was forged, the next checkpoint or seal says so, and no place.
 */
async function expectFoundByPartner(partnerId: string, { name, finding }: Done): Promise<void> {
  if (name === 'insert') return
  const { isSound, problems } = (await site.chainOf(partnerId)).verified()
  expect([name, isSound]).toEqual([name, false])
  const place = Number(/seal (\d+)/.exec(finding)?.[1])
  if (!name.startsWith('forge')) expect([name, problems[0]?.from]).toEqual([name, place])
}

type Done = { name: string; finding: string }

const rounds = isFull ? 4 : 2
const perRound = isFull ? 250 : 60

describe('a superuser', () => {
  test('entries that were witnessed and not yet sealed are sealed by the next leader, and what was edited among them is found', async () => {
    const [whole = '', edited = ''] = await site.makePartners(2)
    const leader = site.lead()
    await site.writeSealed([whole, edited], 2)
    await site.asSuperuser(async (admin) => {
      await admin.query('begin; lock table audit_seal in exclusive mode')
      await site.write([whole, edited], 2)
      await expect.poll(async () => (await witnessed(edited)) + (await witnessed(whole))).toBe(8)
      await leader.kill()
      await admin.query('rollback')
      await admin.query(
        `update audit set reason = 'other' where id = (select id from audit
           where partner_id = '${edited}' order by xid desc, id limit 1)`,
      )
    })
    const problem = expect.stringContaining(`${edited}: seal 3 is missing: cut off`)
    expect(await problemsOf([whole, edited])).toEqual([problem])

    const next = site.lead()
    await site.write([whole], 1)
    await expect.poll(() => site.sealedOf([whole])).toBe(5)
    await next.kill()
    expect(await problemsOf([whole, edited])).toEqual([
      expect.stringContaining(`${edited}: seal 3 is missing`),
    ])
  })

  test(
    `${rounds * perRound} random edits, deletions and truncations, the leader killed in between, are all found and the first bad entry of each chain is named`,
    { timeout: 120_000 },
    async () => {
      const before = await site.verify()
      const expected = new Map<string, Done>()
      const untouched = await site.makePartners(3)
      let leader = site.lead()
      for (let round = 0; round < rounds; round += 1) {
        const partners = await site.makePartners(perRound)
        for (const entries of [2, 3]) await site.writeSealed([...partners, ...untouched], entries)
        await leader.kill()
        await site.asSuperuser(async (admin) => {
          await admin.query('begin')
          for (const chain of await chainsOf(admin, partners)) {
            const [name, manipulate] = pick(Object.entries(manipulations))
            const finding = await manipulate(admin, chain, randomInt(1, chain.ids.length + 1))
            expected.set(chain.partnerId, { name, finding })
          }
          await admin.query('commit')
        })
        // A new leader must neither seal over what was done nor go on as if it were whole.
        leader = site.lead()
        await site.writeSealed([...partners, ...untouched], 2)
      }
      await leader.kill()
      const found = await site.verify()
      for (const [partnerId, done] of expected) {
        expect(found).toContainEqual(expect.stringContaining(`${partnerId}: ${done.finding}`))
        await expectFoundByPartner(partnerId, done)
      }
      for (const partnerId of untouched)
        expect((await site.chainOf(partnerId)).verified().isSound).toBe(true)
      expect(expected.size).toBe(rounds * perRound)
      expect(found).toHaveLength(before.length + rounds * perRound)
      expect(site.alerts.some((line) => line.includes('audit_tampered'))).toBe(true)
    },
  )
})

const witnessed = async (partnerId: string) =>
  (await site.book()).witnessed.heads.get(partnerId)?.sequence ?? 0
const problemsOf = async (partners: readonly string[]) =>
  (await site.verify()).filter((line) => partners.some((id) => line.includes(id)))
