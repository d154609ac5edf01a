import { network } from '@corridor/contract'
import { listKeys } from '../modules/access/listing-store.ts'
import { onSite, Refused, scopesOf, textOption, timeOf, unknownPartner } from './base/command.ts'

const key = textOption('<keyId>', 'see `api-key list`')

export const apiKeyCommands = {
  'api-key issue': onSite({
    summary: 'issue an API key; its text is shown here and never again',
    options: {
      partner: textOption('<svcPartnerId>', 'whose programs'),
      scopes: textOption('<a,b>', 'what it may do; `all` for every scope').transform(scopesOf),
      name: textOption('<name>', 'to distinguish it from others').optional(),
      member: textOption(
        '<memberId>',
        'the person that it is for, who then does not approve what it does',
      ).optional(),
      addresses: textOption(
        '<a,b>',
        'addresses and networks that may use it, as 203.0.113.0/24; left out: everywhere',
      )
        .default('')
        .transform(addressesOf),
      expires: textOption(
        '<ISO time>',
        'in service time; left out: never in the sandbox, after a year in live',
      )
        .transform((at) => timeOf('expires', at))
        .optional(),
    },
    run: async (
      { access },
      { partner: svcPartnerId, scopes, name, member, addresses, expires },
    ) => {
      const issued = await access.issueKey(svcPartnerId, {
        name: name || 'Command line',
        scopes,
        ...(member === undefined ? {} : { member }),
        addresses,
        ...(expires === undefined ? {} : { expiresAt: expires }),
      })
      if (issued.ok) return { svcPartnerId, ...issued.value }
      throw refusals[issued.failure](svcPartnerId)
    },
  }),
  'api-key rotate': onSite({
    summary: 'issue the successor of an API key, which works beside it for a while',
    options: { key, overlap: textOption('<hours>', '0 to 168; left out: 24').default('24') },
    run: async ({ access }, { key: keyId, overlap }) => {
      const hours = Number(overlap)
      if (!Number.isInteger(hours) || hours < 0 || hours > 168)
        throw new Refused('--overlap: whole hours from 0 to 168.')
      const rotated = await access.rotateKey(keyId, hours)
      if (rotated.ok) return { replaces: keyId, ...rotated.value }
      throw unknownKey(keyId)
    },
  }),
  'api-key revoke': onSite({
    summary: 'revoke an API key, in effect within a second',
    options: { key },
    run: async ({ access }, { key: keyId }) => {
      const revoked = await access.revokeKey(keyId)
      if (!revoked.ok) throw unknownKey(keyId)
      return { keyId, revoked: true }
    },
  }),
  'api-key list': onSite({
    summary: 'list API keys without their texts, oldest first',
    options: { partner: textOption('<svcPartnerId>', 'of this partner alone').optional() },
    run: async ({ db }, { partner }) => {
      const keys = await db.asWorker(listKeys)
      return keys.filter(({ svcPartnerId }) => partner === undefined || svcPartnerId === partner)
    },
  }),
}

const unknownKey = (keyId: string) => new Refused(`No key that is still good has the id ${keyId}.`)

/** @throws Refused naming what is no address or network */
function addressesOf(list: string): string[] {
  const addresses = list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const bad = addresses.find((address) => !network().safeParse(address).success)
  if (bad === undefined) return addresses
  throw new Refused(`--addresses: ${bad} is no address or network.`)
}

const refusals = {
  PARTNER_NOT_FOUND: unknownPartner,
  SCOPE_INVALID: () => new Refused('A key needs at least one scope.'),
  MEMBER_NOT_FOUND: () => new Refused('The partner has no such member, or removed it.'),
}
