import { verify as checkSignature } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type AuditSite, openAuditSite } from '../../../test/support/database/audit-site.ts'
import { canonicalJson } from '../../api/request/json.ts'
import { type SealableEntry, sealableColumns, unkeyedSealHash } from '../audit/audit-hash.ts'

let site: AuditSite
beforeAll(async () => {
  site = await openAuditSite()
})
afterAll(() => site.close())

const problemsOf = async (partnerId: string) =>
  (await site.verify()).filter((line) => line.includes(partnerId))
const fileProblems = async () =>
  (await site.verify()).filter((line) => !line.startsWith('audit of'))

describe('posting checkpoints', () => {
  test('each is posted as it was signed, in order, and one that failed is tried again', async () => {
    const sent: string[] = []
    let isDown = true
    const outbound = {
      post: ({ body }: { body: string }) => {
        const answer = isDown && sent.length === 1
        if (answer) isDown = false
        else sent.push(body)
        const durationMs = 1
        return Promise.resolve(
          answer
            ? ({ kind: 'failed', reason: 'CONNECT', message: 'nobody there', durationMs } as const)
            : ({ kind: 'answered', status: 204, headers: {}, body: '', durationMs } as const),
        )
      },
    }
    const [partner = ''] = await site.makePartners(1)
    const leader = site.lead({ outbound })
    for (let n = 0; n < 4; n += 1) await site.writeSealed([partner], 1)
    await expect.poll(() => sent.length).toBeGreaterThan(3)
    await leader.kill()
    const lines = readFileSync(site.files.checkpoints, 'utf8').trimEnd().split('\n')
    expect(sent).toEqual(lines.slice(0, sent.length))
    expect(site.alerts.some((line) => line.includes('audit_checkpoint_not_posted'))).toBe(true)
  })
})

describe('the checkpoint file', () => {
  let partner: string
  beforeAll(async () => {
    partner = (await site.makePartners(1))[0] ?? ''
    const leader = site.lead()
    for (let n = 0; n < 4; n += 1) await site.writeSealed([partner], 1)
    const before = checkpoints().length
    await vi.waitFor(
      async () => {
        await site.write([partner], 1)
        if (checkpoints().length === before) throw new Error('no checkpoint yet')
      },
      { timeout: 20_000 },
    )
    await leader.kill()
  })

  const checkpoints = () => readFileSync(site.files.checkpoints, 'utf8').trimEnd().split('\n')
  const put = (lines: readonly string[]) =>
    writeFileSync(site.files.checkpoints, lines.map((line) => `${line}\n`).join(''))

  test('has a line for each checkpoint, signed, readable by its owner alone', async () => {
    expect(await fileProblems()).toEqual([])
    expect(statSync(site.files.checkpoints).mode & 0o777).toBe(0o600)
    const publicKey = readFileSync(site.files.publicKey, 'utf8')
    for (const [index, line] of checkpoints().entries()) {
      const { signature, ...content } = JSON.parse(line) as { signature: string; number: number }
      expect(content.number).toBe(index + 1)
      const text = `corridor audit checkpoint v1\n${canonicalJson(content)}`
      const bytes = Buffer.from(signature, 'base64')
      expect(checkSignature(null, Buffer.from(text), publicKey, bytes)).toBe(true)
    }
  })

  const damages: [string, (lines: string[]) => string[] | undefined, RegExp][] = [
    ['rolled back', (lines) => lines.slice(0, -2), /^the checkpoint file ends at \d+; \d+ were/],
    ['deleted', () => undefined, /^the checkpoint file ends at 0; \d+ were written$/],
    [
      'without a line',
      (lines) => lines.toSpliced(2, 1),
      /^the checkpoint file: line 3 does not follow the line before$/,
    ],
    [
      'with a changed line',
      (lines) => lines.with(1, (lines[1] ?? '').replace('"sequence":', '"sequence":1')),
      /^the checkpoint file: line 2 was changed$/,
    ],
  ]
  test.each(damages)(
    '%s is found, and completed from the database by the next leader, which keeps what it found',
    async (_name, damage, message) => {
      const whole = checkpoints()
      const damaged = damage(whole)
      if (damaged) put(damaged)
      else rmSync(site.files.checkpoints)
      expect(await fileProblems()).toContainEqual(expect.stringMatching(message))

      const leader = site.lead()
      await expect.poll(() => checkpoints().length).toBeGreaterThan(whole.length)
      await leader.kill()
      expect(checkpoints().slice(0, whole.length)).toEqual(whole)
      expect(await fileProblems()).toEqual([])
      const { found } = (await site.book()).witnessed
      expect(found.at(-1)).toMatch(new RegExp(`^checkpoint ${whole.length + 1}: `))
    },
  )

  test('holds what a database put back to an earlier state has lost', async () => {
    await site.asSuperuser(async (admin) => {
      await admin.query('delete from audit_checkpoint where number > 1')
      await admin.query('delete from audit_seal where partner_id = $1 and sequence > 2', [partner])
      await admin.query(
        `delete from audit a where partner_id = $1
           and not exists (select from audit_seal s where s.audit_id = a.id)`,
        [partner],
      )
    })
    expect(await fileProblems()).toEqual([expect.stringMatching(/^the database knows 1 of \d+/)])
    expect(await problemsOf(partner)).toEqual([
      expect.stringMatching(/seal 3 is missing: cut off; there were \d+, the last of entry /),
    ])
  })
})

describe('seals of before they had a key', () => {
  test('are good up to where the first checkpoint binds them, and nowhere else', async () => {
    const old = await openAuditSite()
    try {
      const [bound = '', forged = ''] = (await old.makePartners(2)).toSorted()
      await old.write([bound, forged], 3)
      await old.asSuperuser(async (admin) => {
        for (const partnerId of [bound, forged]) await sealUnkeyed(admin, partnerId)
      })
      expect(await old.verify()).toEqual([])

      const leader = old.lead()
      await old.writeSealed([bound], 2)
      await leader.kill()
      expect(await old.verify()).toEqual([])
      // The public chain begins with the first seal that has a hash of it.
      const chain = await old.chainOf(bound)
      expect(chain.lines.map(({ sequence }) => sequence)).toEqual([4, 5])
      expect(chain.verified()).toMatchObject({ isSound: true, entries: 2 })
      await old.asSuperuser(async (admin) => {
        await admin.query(`update audit set reason = 'x' where partner_id = $1`, [forged])
        for (const partnerId of [bound, forged]) {
          await admin.query('delete from audit_seal where partner_id = $1', [partnerId])
          await sealUnkeyed(admin, partnerId)
        }
      })
      expect(await old.verify()).toEqual([
        expect.stringMatching(`${bound}: entry .* \\(seal 4\\) was changed`),
        expect.stringMatching(`${forged}: entry .* \\(seal 3\\) was changed`),
      ])
    } finally {
      await old.close()
    }
  })

  /** As entries were sealed by earlier versions. */
  async function sealUnkeyed(admin: Client, partnerId: string): Promise<void> {
    const { rows } = await admin.query<SealableEntry>(
      `select ${sealableColumns} from audit a where partner_id = $1 order by a.xid, a.id`,
      [partnerId],
    )
    let previous: Buffer = Buffer.alloc(32)
    for (const [index, entry] of rows.entries()) {
      const hash = unkeyedSealHash(previous, entry)
      await admin.query(
        `insert into audit_seal (partner_id, sequence, audit_id, previous_hash, hash)
         values ($1, $2, $3, $4, $5)`,
        [partnerId, index + 1, entry.id, previous, hash],
      )
      previous = hash
    }
  }
})
