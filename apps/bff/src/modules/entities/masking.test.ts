import { type Role, scopesOfRole } from '@corridor/domain'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Acting, aMember } from '../../../test/support/people/acting.ts'
import { aPdf, kycPath } from '../../../test/support/people/kyc.ts'
import { aBusiness, aPerson } from '../../../test/support/people/samples.ts'
import { type AnyBody, sharedBff } from '../../../test/support/process/bff.ts'

const bff = sharedBff()
const base = '/api/v1/xfer/entity'
const path = (id: string) => `${base}/${id}`
const roles = Object.keys(scopesOfRole) as Role[]
// None of them is an example of a form.
const own = {
  dateOfBirth: '1991-07-23',
  phoneNumber: '+442079460958',
  permanentAddress: {
    ...aPerson().permanentAddress,
    addressLine1: '17 Weir Row',
    postalCode: 'SE9 4QT',
  },
}
const secrets = [
  '1991-07-23',
  '+442079460958',
  '17 Weir',
  'SE9 4QT',
  '1980-01-02',
  '8 Marina',
  'masked.person@',
  'masked.business@',
  'mei@example.com',
]

const members = new Map<Role, Acting>()
let person: AnyBody
let business: AnyBody

const made = async (sample: AnyBody): Promise<AnyBody> =>
  (await bff.post(`${base}/create`, sample)).body.data.entity

beforeAll(async () => {
  person = await made(aPerson({ email: 'masked.person@example.com', ...own }))
  business = await made(aBusiness({ email: 'masked.business@example.com' }))
  for (const role of roles) members.set(role, await aMember(bff, role))
  await bff.post(kycPath(person['entityId'], '/documents'), {
    type: 'PASSPORT',
    country: 'GB',
    number: 'QX44107823',
    frontFile: aPdf(),
    expiryDate: '2099-12-31',
  })
})

const as = (role: Role): Acting => {
  const member = members.get(role)
  if (!member) throw new Error(`no member is ${role}`)
  return member
}

describe.each(roles)('a member of the role %s', (role) => {
  test('reads customers masked everywhere: entities.read, readByEmail, list, kyc.requirements', async () => {
    const email = encodeURIComponent(person['email'])
    for (const address of [
      path(person['entityId']),
      path(business['entityId']),
      `${base}/email/${email}`,
      base,
      `${base}/kyc/${person['entityId']}/requirements`,
      `${base}/kyc/${business['entityId']}/requirements`,
    ]) {
      const { status, body } = await as(role).get(address)
      expect(status).toBe(200)
      const text = JSON.stringify(body)
      for (const secret of secrets) expect(text, `${address}: ${secret}`).not.toContain(secret)
    }
    const { data } = (await as(role).get(path(business['entityId']))).body
    expect(data).toMatchObject({
      email: 'm••••@example.com',
      taxId: '•••• 5K',
      phoneNumber: '+65 •••• 21',
      permanentAddress: { addressLine1: '••••', city: '••••', state: '', country: 'SG' },
      associatedPersons: [
        {
          firstName: 'Mei',
          email: 'm••••@example.com',
          dateOfBirth: '••••',
          address: { country: 'SG' },
        },
      ],
    })
  })

  test('reads whole by entities.reveal alone, and opens papers, where the role may; both on record', async () => {
    const { entityId } = person
    const mayRead = scopesOfRole[role].includes('accounts:read_sensitive')
    const revealed = await as(role).post(`${path(entityId)}/reveal`, { reason: `as ${role}` })
    const listed = await as(role).get(kycPath(entityId, '/documents'))
    const [paper] = listed.body.data
    expect(paper).toMatchObject({ numberMasked: '••••7823' })
    if (!mayRead) {
      expect([revealed.status, revealed.body.error.code]).toEqual([403, 'SCOPE_MISSING'])
      const [file] = paper.files
      expect([paper.downloadUrl, file.downloadUrl, file.previews]).toEqual(['', '', []])
      return
    }
    expect(revealed.body.data).toMatchObject({ ...own, entityId })
    for (const url of [paper.downloadUrl, paper.files[0].previews[0].downloadUrl])
      expect((await bff.send(new URL(url).pathname)).status).toBe(200)
    const entries = await bff.deps.db.asWorker((tx) =>
      tx
        .selectFrom('audit')
        .select(['action', 'object_id', 'reason'])
        .where('actor_id', '=', as(role).memberId)
        .orderBy('action')
        .execute(),
    )
    expect(entries).toEqual([
      { action: 'entity.reveal', object_id: entityId, reason: `as ${role}` },
      { action: 'kyc_document.open', object_id: paper.documentId, reason: '' },
      { action: 'kyc_document.open', object_id: paper.documentId, reason: '' },
    ])
  })
})

describe('entities.update by a member', () => {
  const whole = async (id: string) => (await bff.get(path(id))).body.data
  const change = (id: string, body: unknown) => as('operations').send('PUT', path(id), body)

  test('200: what was sent back masked stays as it is, and the answer is masked', async () => {
    for (const { entityId } of [person, business]) {
      const before = await whole(entityId)
      const { data: shown } = (await as('operations').get(path(entityId))).body
      const same = await change(entityId, shown)
      expect([same.status, same.body.message]).toEqual([200, 'The entity is already like this.'])
      expect(await whole(entityId)).toEqual(before)
      const permanentAddress = { ...shown.permanentAddress, city: 'Leeds' }
      const moved = await change(entityId, { ...shown, permanentAddress })
      expect(moved.status).toBe(200)
      expect(JSON.stringify(moved.body)).not.toContain(before.permanentAddress.addressLine1)
      expect(await whole(entityId)).toMatchObject({
        ...before,
        permanentAddress: { ...before.permanentAddress, city: 'Leeds' },
        version: 2,
        updatedAt: expect.any(String),
      })
    }
  })

  test('200: persons keep their birth dates when others are added or taken away; 400 where nobody is meant', async () => {
    const [mei] = aBusiness().associatedPersons
    const lin = { ...mei, firstName: 'Lin', email: 'lin@example.com', dateOfBirth: '1975-05-05' }
    const share = { ownershipPercent: 50 }
    const { entityId } = await made(
      aBusiness({
        email: 'two.owners@example.com',
        associatedPersons: [
          { ...mei, ...share },
          { ...lin, ...share },
        ],
      }),
    )
    const shown = (await as('operations').get(path(entityId))).body.data.associatedPersons
    const newcomer = { ...lin, firstName: 'Bo', email: 'bo@example.com', ownershipPercent: 0 }
    const renamed = { ...shown[1], email: 'lin.tan@example.com' }
    expect((await change(entityId, { associatedPersons: [newcomer, renamed] })).status).toBe(200)
    expect((await whole(entityId)).associatedPersons).toMatchObject([
      { firstName: 'Bo', dateOfBirth: '1975-05-05' },
      { firstName: 'Lin', email: 'lin.tan@example.com', dateOfBirth: '1975-05-05' },
    ])
    const stranger = { ...shown[0], firstName: 'No', lastName: 'Body', email: 'no@example.com' }
    for (const [body, at] of [
      [{ associatedPersons: [stranger] }, 'associatedPersons.0.dateOfBirth'],
      [{ phoneNumber: '+44 •••• 99' }, 'phoneNumber'],
      [{ taxId: '••••' }, 'taxId'],
      [{ email: 'm••••@example.com' }, 'email'],
    ] as const) {
      const refused = await change(entityId, body)
      expect(refused.status).toBe(400)
      expect(refused.body.error.details[0]).toMatchObject({ path: at, code: 'FIELD_INVALID' })
    }
  })
})

test('200: of persons with the same masked address each keeps its own, or the change is refused', async () => {
  const [mei] = aBusiness().associatedPersons
  const mia = { ...mei, firstName: 'Mia', email: 'mia@example.com' }
  const { entityId } = await made(
    aBusiness({
      email: 'same.masks@example.com',
      associatedPersons: [mei, mia].map((item) => ({ ...item, ownershipPercent: 50 })),
    }),
  )
  const [first, second] = (await as('operations').get(path(entityId))).body.data.associatedPersons
  expect([first.email, second.email]).toEqual(['m••••@example.com', 'm••••@example.com'])
  const send = (associatedPersons: unknown) =>
    as('operations').send('PUT', path(entityId), { associatedPersons })
  expect((await send([second, { ...first, ownershipPercent: 40 }])).status).toBe(200)
  const kept = (await bff.get(path(entityId))).body.data.associatedPersons
  expect(kept).toMatchObject([{ email: 'mia@example.com' }, { email: 'mei@example.com' }])
  const unclear = await send([{ ...first, lastName: 'Other' }])
  expect(unclear.body.error.details[0]).toMatchObject({
    path: 'associatedPersons.0.email',
    code: 'FIELD_INVALID',
  })
})

test('a partner’s own key reads what it sent', async () => {
  const token = await bff.issue(bff.first.svcPartnerId, ['entities:read', 'kyc:read'])
  const { entityId } = await made(aPerson({ email: 'whole@example.com' }))
  expect((await bff.send(path(entityId), { token })).body.data).toMatchObject({
    email: 'whole@example.com',
    dateOfBirth: '1990-04-12',
    phoneNumber: '+442071838750',
    permanentAddress: { addressLine1: '1 Long Lane' },
  })
})
