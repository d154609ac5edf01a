import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuditSite, openAuditSite } from '../../../test/support/database/audit-site.ts'
import type { AnyBody } from '../../../test/support/process/bff.ts'
import { readCommand } from '../commands.ts'
import type { Site } from '../base/site.ts'

let audit: AuditSite
let partner = ''
const tokens: Record<string, string> = {}
beforeAll(async () => {
  audit = await openAuditSite()
  const [made = ''] = await audit.makePartners(1)
  partner = made
  for (const name of ['Ada', 'Grace'])
    tokens[name] = (await run(['operator', 'add', '--name', name])).operatorToken
})
afterAll(() => audit.close())

/** Runs a command as the person of this name. */
async function run(args: readonly string[], name?: string): Promise<AnyBody> {
  const asked = readCommand(args)
  if (asked.kind !== 'run' || !('onSite' in asked.command)) throw new Error('no such command')
  const config = { ...audit.config, OPERATOR_TOKEN: name === undefined ? name : tokens[name] }
  const { db, book: auditBook } = audit
  const parts = { db, config, auditBook, random: randomBytes, published: () => undefined }
  return asked.command.onSite(parts as unknown as Site, asked.options) as Promise<AnyBody>
}
const propose = (name: string) =>
  run(['audit', 'accept', '--propose', '--reason', 'Backup of Monday'], name)
const confirm = (id: string, name?: string) => run(['audit', 'accept', '--confirm', id], name)
const ofPartner = async () => (await audit.verify()).filter((line) => line.includes(partner))

/** The database as it was: the newest seals of the partner, and their entries, are gone. */
const restoreTo = (sequence: number) =>
  audit.asSuperuser(async (admin) => {
    const gone = 'select audit_id from audit_seal where partner_id = $1 and sequence > $2'
    await admin.query(`delete from audit where id in (${gone})`, [partner, sequence])
    await admin.query('delete from audit_seal where partner_id = $1 and sequence > $2', [
      partner,
      sequence,
    ])
  })

test('what a restored backup lost is named, and good again once two people accept exactly that; what changes behind it is found', async () => {
  const before = audit.lead()
  await audit.writeSealed([partner], 8)
  await expect(propose('Ada')).rejects.toThrow('Nothing is missing')
  await before.kill()
  await restoreTo(6)
  const early = await propose('Ada')
  await restoreTo(5)
  await expect(confirm(early.id, 'Grace')).rejects.toThrow('propose it anew')
  expect(await ofPartner()).toEqual([
    expect.stringContaining('seal 6 is missing: cut off; there were 8'),
  ])

  const proposed = await propose('Ada')
  expect(proposed.missing).toEqual(await ofPartner())
  await expect(confirm(proposed.id)).rejects.toThrow('OPERATOR_TOKEN')
  await expect(confirm(proposed.id, 'Ada')).rejects.toThrow('Somebody else')
  expect(await ofPartner()).toHaveLength(1)

  // The service goes on in between: from where the chain was, so the gap stays the same.
  const after = audit.lead()
  await audit.writeSealed([partner], 3)
  expect(await ofPartner()).toEqual([expect.stringContaining('seal 6 is missing')])
  expect(await confirm(proposed.id, 'Grace')).toMatchObject({
    proposedBy: 'Ada',
    confirmedBy: 'Grace',
    missing: proposed.missing.map((text: string) => expect.stringContaining(text.slice(0, 40))),
  })
  expect(await ofPartner()).toEqual([])
  const { acceptances } = await run(['audit', 'accept', '--list'])
  expect(acceptances.at(-1)).toMatchObject({ reason: 'Backup of Monday', confirmedBy: 'Grace' })
  await after.kill()

  await audit.asSuperuser((admin) =>
    admin.query(
      `update audit set action = 'entity.forged' where id = (
        select audit_id from audit_seal where partner_id = $1 and sequence = 10)`,
      [partner],
    ),
  )
  expect(await ofPartner()).toEqual([expect.stringContaining('(seal 10) was changed')])
  await expect(propose('Ada')).rejects.toThrow('more than a restore explains')
})

test('an acceptance that was written by hand counts for nothing', async () => {
  const text = readFileSync(audit.files.accepted, 'utf8')
  writeFileSync(audit.files.accepted, text.replace('"by":"Grace"', '"by":"Linus"'))
  expect(await ofPartner()).toEqual([expect.stringContaining('seal 6 is missing')])
  writeFileSync(audit.files.accepted, text)
})
