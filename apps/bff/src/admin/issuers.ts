import { openSignerInside } from '../start/signer/inside.ts'
import { signerFacts } from '../start/signer/facts.ts'
import { openRootKeys } from '../start/signer/keys.ts'
import type { Config } from '../config/config.ts'
import { loadKek } from '../db/kek.ts'
import { openSignerPool } from '../db/open.ts'
import { createIssuerService } from '../modules/wallets/issuers/service.ts'
import type { WalletFailure } from '../modules/wallets/base/signer-failures.ts'
import { openOutbound } from '../outside/calls/open.ts'
import { ownPortsOf } from '../outside/calls/own-ports.ts'
import { findSettings } from '../records/partners/terms-store.ts'
import { readSandboxFile } from '../seed/sandbox-file.ts'
import {
  type Command,
  type Option,
  type Options,
  partnerOf,
  Refused,
  required,
} from './base/command.ts'
import { signerPassword } from './keys.ts'
import { adminLog, openSite, random, type Site, withKnownAddress } from './base/site.ts'

const actor = { type: 'service', id: 'operator' } as const
const connections = 2
const partner: Option = {
  name: 'partner',
  value: '<svcPartnerId>',
  required: true,
  meaning: 'whose customers sign in there',
}
const issuer: Option = {
  name: 'issuer',
  value: '<https address>',
  required: true,
  meaning: 'as the provider names itself in its tokens',
}
const audience: Option = {
  name: 'audience',
  value: '<client id>,…',
  required: true,
  meaning: 'client ids that its tokens are for; they replace those of before',
}

const list: Command = {
  summary: 'list the identity providers that a partner allows',
  options: [partner],
  onConfig: (config, options) =>
    atPartner(config, options, ({ service, owner }) => service.list(owner)),
}

const add: Command = {
  summary: 'accept identity tokens of a provider for these client ids',
  options: [partner, issuer, audience],
  onConfig: (config, options) =>
    atPartner(config, options, async ({ service, owner, site, by }) => {
      const audiences = required(options, 'audience').split(',')
      const allowed = await service.allow(owner, { issuer: required(options, 'issuer'), audiences })
      if (!allowed.ok) throw refusal(allowed.failure)
      await site.db.asWorker((tx) => service.recordAllowed(tx, by, allowed.value))
      site.published()
      return service.list(owner)
    }),
}

const remove: Command = {
  summary: 'accept no more identity tokens of a provider; sessions that run go on',
  options: [partner, issuer],
  onConfig: (config, options) =>
    atPartner(config, options, async ({ service, owner, site, by }) => {
      const removed = await service.remove(owner, required(options, 'issuer'))
      const recorded = await site.db.asWorker((tx) => service.recordRemoved(tx, by, removed))
      if (!recorded.ok) throw refusal(recorded.failure)
      site.published()
      return service.list(owner)
    }),
}

export const issuerCommands = { 'issuers list': list, 'issuers add': add, 'issuers remove': remove }

type AtPartner = {
  site: Site
  service: ReturnType<typeof createIssuerService>
  owner: { svcPartnerId: string }
  by: { partnerId: string; actor: typeof actor; requestId: string }
}

/** The list is the signer's own, so that a signer of this command's own reads and writes it. */
async function atPartner<T>(
  given: Config,
  options: Options,
  work: (parts: AtPartner) => Promise<T>,
): Promise<T> {
  const config = withKnownAddress(given)
  const { id, text } = partnerOf(options)
  const log = adminLog()
  const kek = loadKek(config, random)
  const site = await openSite(config)
  const url = new URL(site.db.urls.worker)
  url.username = 'corridor_signer'
  url.password = encodeURIComponent(signerPassword(config))
  const pool = openSignerPool(url.href, connections, log)
  try {
    if (!(await site.db.asWorker((tx) => findSettings(tx, id))))
      throw new Refused(`No partner has the id ${text}.`)
    const outbound = openOutbound(config, ownPortsOf(config, addressesOf(config, site)))
    const rootKeys = openRootKeys(config, random, kek)
    const clock = () => performance.now()
    const parts = { pool, rootKeys, outbound, clock, random, log }
    const signer = await openSignerInside(await signerFacts(config, kek, []), parts)
    return await work({
      site,
      service: createIssuerService({ signer, outbound }),
      owner: { svcPartnerId: text },
      by: { partnerId: id, actor, requestId: '' },
    })
  } finally {
    await pool.end()
    await site.close()
  }
}

/** What runs beside the service, where none of its calls may lead. */
const addressesOf = ({ DATA_DIR }: Config, { db }: Site): string[] => [
  db.urls.worker,
  ...(readSandboxFile(DATA_DIR)?.chains ?? []).map(({ rpcUrl }) => rpcUrl),
]

const refusal = ({ code, details = [] }: WalletFailure): Refused =>
  new Refused(
    code === 'RECORD_NOT_FOUND'
      ? 'This provider is not allowed.'
      : details.map(({ path, message }) => `${path}: ${message}`).join(' '),
  )
