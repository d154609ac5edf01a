import { network } from '@corridor/contract'
import { listKeys } from '../modules/access/listing-store.ts'
import { type Command, Refused, required, scopesOf, timeOf } from './base/command.ts'

const apiKeyIssue: Command = {
  summary: 'issue an API key; its text is shown here and never again',
  options: [
    { name: 'partner', value: '<svcPartnerId>', required: true, meaning: 'whose programs' },
    {
      name: 'scopes',
      value: '<a,b>',
      required: true,
      meaning: 'what it may do; `all` for every scope',
    },
    { name: 'name', value: '<name>', meaning: 'to distinguish it from others' },
    {
      name: 'member',
      value: '<memberId>',
      meaning: 'the person that it is for, who then does not approve what it does',
    },
    {
      name: 'addresses',
      value: '<a,b>',
      meaning: 'addresses and networks that may use it, as 203.0.113.0/24; left out: everywhere',
    },
    {
      name: 'expires',
      value: '<ISO time>',
      meaning: 'in service time; left out: never in the sandbox, after a year in live',
    },
  ],
  onSite: async ({ access }, options) => {
    const svcPartnerId = required(options, 'partner')
    const { expires, member } = options
    const issued = await access.issueKey(svcPartnerId, {
      name: options['name']?.trim() || 'Command line',
      scopes: scopesOf(required(options, 'scopes')),
      ...(member === undefined ? {} : { member }),
      addresses: addressesOf(options['addresses'] ?? ''),
      ...(expires === undefined ? {} : { expiresAt: timeOf('expires', expires) }),
    })
    if (issued.ok) return { svcPartnerId, ...issued.value }
    throw new Refused(refusals[issued.failure](svcPartnerId))
  },
}

/** @throws Refused naming what is no address or network */
function addressesOf(text: string): string[] {
  const addresses = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const bad = addresses.find((address) => !network().safeParse(address).success)
  if (bad === undefined) return addresses
  throw new Refused(`--addresses: ${bad} is no address or network.`)
}

const refusals = {
  PARTNER_NOT_FOUND: (id: string) => `No partner has the id ${id}.`,
  SCOPE_INVALID: () => 'A key needs at least one scope.',
  MEMBER_NOT_FOUND: () => 'The partner has no such member, or removed it.',
}

const apiKeyRotate: Command = {
  summary: 'issue the successor of an API key, which works beside it for a while',
  options: [
    { name: 'key', value: '<keyId>', required: true, meaning: 'see `api-key list`' },
    { name: 'overlap', value: '<hours>', meaning: '0 to 168; left out: 24' },
  ],
  onSite: async ({ access }, options) => {
    const keyId = required(options, 'key')
    const hours = Number(options['overlap'] ?? '24')
    if (!Number.isInteger(hours) || hours < 0 || hours > 168)
      throw new Refused('--overlap: whole hours from 0 to 168.')
    const rotated = await access.rotateKey(keyId, hours)
    if (rotated.ok) return { replaces: keyId, ...rotated.value }
    throw new Refused(`No key that is still good has the id ${keyId}.`)
  },
}

const apiKeyRevoke: Command = {
  summary: 'revoke an API key, in effect within a second',
  options: [{ name: 'key', value: '<keyId>', required: true, meaning: 'see `api-key list`' }],
  onSite: async ({ access }, options) => {
    const keyId = required(options, 'key')
    const revoked = await access.revokeKey(keyId)
    if (!revoked.ok) throw new Refused(`No key that is still good has the id ${keyId}.`)
    return { keyId, revoked: true }
  },
}

const apiKeyList: Command = {
  summary: 'list API keys without their texts, oldest first',
  options: [{ name: 'partner', value: '<svcPartnerId>', meaning: 'of this partner alone' }],
  onSite: async ({ db }, { partner }) => {
    const keys = await db.asWorker(listKeys)
    return keys.filter(({ svcPartnerId }) => partner === undefined || svcPartnerId === partner)
  },
}

export const apiKeyCommands = {
  'api-key issue': apiKeyIssue,
  'api-key rotate': apiKeyRotate,
  'api-key revoke': apiKeyRevoke,
  'api-key list': apiKeyList,
}
