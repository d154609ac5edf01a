import { generateP256KeyPair } from '@corridor/signing'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  evmAccount,
  failure,
  newEntity,
  newId,
  newPasskey,
  openTestSigner,
  partnerId,
  run,
  value,
  type TestEntity,
} from '../../test/harness.ts'
import type { Authenticator } from '../../test/authenticator.ts'
import { CredentialsTampered, createSigner, type Signer } from '../index.ts'

const { signer, admin, deps, advance } = await openTestSigner()

type Person = TestEntity & { contact: string; authenticator: Authenticator }
type Rows = Record<string, unknown>[]

/** Signs in by API key and passkey, and by e-mail. */
async function newPerson(): Promise<Person> {
  const entity = await newEntity(signer)
  const { authenticator } = await newPasskey(signer, entity)
  const contact = `${entity.entityId}@example.com`
  const method = { authType: 'Email_Auth', contact }
  value(await run(signer, entity, 'ACTIVITY_TYPE_CREATE_AUTH_METHOD', method))
  return { ...entity, contact, authenticator }
}

const issue = ({ entityId, contact }: Person, by: Signer = signer) =>
  by.issueCode({ entityId, partnerId, channel: 'EMAIL', contact })

function guess({ entityId }: Person, otpId: string, otpCode: string, by: Signer = signer) {
  const targetPublicKey = generateP256KeyPair().publicKeyUncompressed
  return by.openSession({ entityId, targetPublicKey, otpId, otpCode })
}

/** A code with two wrong tries: one more burns it. */
async function twoTries(person: Person) {
  const { otpId, code } = value(await issue(person))
  const wrong = code === '000000' ? '111111' : '000000'
  for (const tries of [1, 2]) {
    expect(failure(await guess(person, otpId, wrong)), `try ${tries}`).toEqual({
      code: 'OTP_INVALID',
    })
  }
  return { otpId, code: code ?? '', wrong }
}

const tables = {
  state: ['signer.otp_state', `name like '%' || $1 || '%'`],
  head: ['signer.audit_head', 'entity_id = $1'],
  lines: ['signer.audit_line', 'entity_id = $1'],
  credentials: ['signer.credential', 'entity_id = $1'],
  credentialHead: ['signer.credential_head', 'entity_id = $1'],
} as const
type Table = keyof typeof tables

async function copyOf(table: Table, { entityId }: Person): Promise<Rows> {
  const [name, where] = tables[table]
  const { rows } = await admin.query(`select to_jsonb(t) as row from ${name} t where ${where}`, [
    entityId,
  ])
  return rows.map(({ row }) => row)
}

async function putBack(table: Table, { entityId }: Person, rows: Rows): Promise<void> {
  const [name, where] = tables[table]
  const client = await admin.connect()
  try {
    // A superuser is not held up by references.
    await client.query('set session_replication_role = replica')
    await client.query(`delete from ${name} where ${where}`, [entityId])
    await client.query(
      `insert into ${name} select * from jsonb_populate_recordset(null::${name}, $1)`,
      [JSON.stringify(rows)],
    )
  } finally {
    await client.query('set session_replication_role = default')
    client.release()
  }
}

type Copies = Record<Table, Rows>

async function copies(person: Person): Promise<Copies> {
  const names = Object.keys(tables) as Table[]
  const rows = await Promise.all(names.map((table) => copyOf(table, person)))
  return Object.fromEntries(names.map((table, index) => [table, rows[index]])) as Copies
}

/** The owner's other ways of signing. */
async function ownerSigns(person: Person, by: Signer): Promise<void> {
  const wallet = { walletName: 'Own', accounts: [evmAccount()] }
  value(await run(by, person, 'ACTIVITY_TYPE_CREATE_WALLET', wallet))
  person.authenticator.signCount += 1
  const { entityId } = person
  const activityId = newId('act')
  const type = 'ACTIVITY_TYPE_CREATE_WALLET'
  const input = { activityId, entityId, partnerId, type, parameters: wallet } as const
  const { payload } = value(await by.prepare(input))
  const stamp = person.authenticator.stamp(payload)
  value(await by.execute({ activityId, entityId, stamp, signatureType: 'WebAuthn' }))
}

const edits: [string, (person: Person, before: Copies) => Promise<unknown>][] = [
  [
    'sets the tries of the live code to zero',
    ({ entityId }) =>
      admin.query(
        `update signer.otp_state set state = replace(state, '"attempts":2', '"attempts":0')
          where name like '%' || $1 || '%'`,
        [entityId],
      ),
  ],
  [
    'empties the list of wrong tries',
    ({ entityId }) =>
      admin.query(
        `update signer.otp_state
            set state = regexp_replace(state, '"failures":\\[[^]]*\\]', '"failures":[]')
          where name like '%' || $1 || '%'`,
        [entityId],
      ),
  ],
  [
    'lengthens the life of the code',
    ({ entityId }) =>
      admin.query(
        `update signer.otp_state
            set state = regexp_replace(state, '"expiresAt":"2', '"expiresAt":"3')
          where name like '%' || $1 || '%'`,
        [entityId],
      ),
  ],
  [
    'raises the sequence of the record',
    ({ entityId }) =>
      admin.query(
        `update signer.otp_state set sequence = sequence + 9 where name like '%' || $1 || '%'`,
        [entityId],
      ),
  ],
  ['deletes the record', (person) => putBack('state', person, [])],
  ['puts back an older record', (person, before) => putBack('state', person, before.state)],
  [
    'deletes the record and the head of the chain',
    async (person) => {
      await putBack('state', person, [])
      await putBack('head', person, [])
    },
  ],
  [
    'deletes the record and says that there never was a code',
    async (person) => {
      await putBack('state', person, [])
      await admin.query('update signer.audit_head set otp_email = 0 where entity_id = $1', [
        person.entityId,
      ])
    },
  ],
  [
    'puts back an older record and an older head of the chain',
    async (person, before) => {
      await putBack('state', person, before.state)
      await putBack('head', person, before.head)
    },
  ],
  [
    'deletes the newest line about codes',
    ({ entityId }) =>
      admin.query(
        `delete from signer.audit_line l using signer.audit_head h
          where l.entity_id = $1 and h.entity_id = $1 and l.sequence = h.otp_email`,
        [entityId],
      ),
  ],
]

describe('a superuser of the database gains no further try at a code', () => {
  test.each(edits)('who %s', async (name, edit) => {
    const person = await newPerson()
    const before = await copies(person)
    const { otpId, code, wrong } = await twoTries(person)
    await edit(person, before)
    // A process that was started afterwards remembers nothing, and is not fooled either.
    for (const by of [createSigner(deps), signer]) {
      await expect(guess(person, otpId, wrong, by)).rejects.toThrow(CredentialsTampered)
      await expect(guess(person, otpId, code, by)).rejects.toThrow(CredentialsTampered)
      await expect(issue(person, by)).rejects.toThrow(CredentialsTampered)
    }
    // Where the chain itself was touched, nothing more can be written to it.
    if (!name.includes('of the chain')) await ownerSigns(person, createSigner(deps))
  })

  test('who puts back an older record between two tries', async () => {
    const person = await newPerson()
    const { otpId, code } = value(await issue(person))
    const before = await copies(person)
    const wrong = code === '000000' ? '111111' : '000000'
    expect(failure(await guess(person, otpId, wrong)).code).toBe('OTP_INVALID')
    await putBack('state', person, before.state)
    for (const by of [createSigner(deps), signer])
      await expect(guess(person, otpId, wrong, by)).rejects.toThrow(CredentialsTampered)
    await ownerSigns(person, signer)
  })

  test('who puts back everything there is of an entity, as long as the process lives', async () => {
    const person = await newPerson()
    const before = await copies(person)
    const { otpId, code, wrong } = await twoTries(person)
    for (const table of Object.keys(tables) as Table[]) await putBack(table, person, before[table])
    await expect(guess(person, otpId, wrong)).rejects.toThrow(CredentialsTampered)
    await expect(guess(person, otpId, code)).rejects.toThrow(CredentialsTampered)
    await expect(issue(person)).rejects.toThrow(CredentialsTampered)
  })

  test('who deletes everything there is of an entity, as long as the process lives', async () => {
    const person = await newPerson()
    await twoTries(person)
    for (const table of Object.keys(tables) as Table[]) await putBack(table, person, [])
    await expect(issue(person)).rejects.toThrow(CredentialsTampered)
    await expect(signer.listCredentials(person.entityId)).rejects.toThrow(CredentialsTampered)
  })
})

describe('a superuser of the database gains no further code', () => {
  const sends: [string, (person: Person) => Promise<unknown>][] = [
    [
      'who deletes the record of sends',
      ({ contact }) =>
        admin.query(`delete from signer.otp_state where name like 'sends|%' || $1`, [contact]),
    ],
    [
      'who empties it',
      ({ contact }) =>
        admin.query(
          `update signer.otp_state set state = '{"at":[]}' where name like 'sends|%' || $1`,
          [contact],
        ),
    ],
  ]
  test.each(sends)('%s', async (_name, edit) => {
    const person = await newPerson()
    for (let sent = 0; sent < 3; sent++) value(await issue(person))
    await edit(person)
    for (const by of [createSigner(deps), signer])
      await expect(issue(person, by)).rejects.toThrow(CredentialsTampered)
    await ownerSigns(person, signer)
  })

  test('who puts back an older record of sends', async () => {
    const person = await newPerson()
    const { contact } = person
    value(await issue(person))
    const { rows } = await admin.query(
      `select * from signer.otp_state where name like 'sends|%' || $1`,
      [contact],
    )
    value(await issue(person))
    const [older] = rows
    await admin.query(
      'update signer.otp_state set sequence = $2, state = $3, mac = $4 where name = $1',
      [older.name, older.sequence, older.state, older.mac],
    )
    for (const by of [createSigner(deps), signer])
      await expect(issue(person, by)).rejects.toThrow(CredentialsTampered)
  })
})

test('a channel that was tampered with leaves the other one alone', async () => {
  const person = await newPerson()
  const phone = { authType: 'SMS_Auth', contact: `+44${Date.now()}` }
  value(await run(signer, person, 'ACTIVITY_TYPE_CREATE_AUTH_METHOD', phone))
  await twoTries(person)
  await admin.query(
    `update signer.otp_state set sequence = sequence + 1 where name like 'codes|' || $1 || '|EMAIL'`,
    [person.entityId],
  )
  const { entityId } = person
  const sms = { entityId, partnerId, channel: 'SMS', contact: phone.contact } as const
  const { otpId, code } = value(await signer.issueCode(sms))
  value(await guess(person, otpId, code ?? ''))
  await expect(issue(person)).rejects.toThrow(CredentialsTampered)
})

describe('codes of before there were guarded records', () => {
  let person: Person
  let otp: { otpId: string; code: string }
  let fresh: Signer

  beforeAll(async () => {
    person = await newPerson()
    const before = await copies(person)
    const { otpId, code } = value(await issue(person))
    otp = { otpId, code: code ?? '' }
    const [record] = await copyOf('state', person).then((rows) =>
      rows.filter(({ name }) => String(name).startsWith('codes|')),
    )
    const state = JSON.parse(String(record?.['state']))
    // As it was: a row of its own, no line in the chain, and a process that remembers nothing.
    for (const table of Object.keys(tables) as Table[]) await putBack(table, person, before[table])
    await admin.query(
      `insert into signer.otp_code (otp_id, entity_id, partner_id, channel, contact, credential_id,
         code_mac, state, attempts, created_at, expires_at)
       values ($1, $2, $3, 'EMAIL', $4, $5, decode($6, 'hex'), 'SENT', 2, service_now(), $7)`,
      [
        otpId,
        person.entityId,
        partnerId,
        person.contact,
        state.code.credentialId,
        state.code.mac,
        state.code.expiresAt,
      ],
    )
    await admin.query(
      `insert into signer.otp_failure (entity_id, channel, failed_at)
       select $1, 'EMAIL', service_now() from generate_series(1, 9)`,
      [person.entityId],
    )
    fresh = createSigner(deps)
  })

  test('keep their tries, failures and sends in the first record', async () => {
    const wrong = otp.code === '000000' ? '111111' : '000000'
    const tenth = failure(await guess(person, otp.otpId, wrong, fresh))
    expect(tenth).toEqual({
      code: 'OTP_INVALID',
      notice: { kind: 'OTP_BLOCKED', channel: 'EMAIL' },
    })
    expect(failure(await guess(person, otp.otpId, otp.code, fresh)).code).toBe('OTP_INVALID')
    expect(failure(await issue(person, fresh)).code).toBe('RATE_LIMITED')
    await advance(86_401)
    value(await issue(person, fresh))
    const { broken } = await fresh.verifyAudit()
    expect(broken.filter(({ entityId }) => entityId === person.entityId)).toEqual([])
  })
})
