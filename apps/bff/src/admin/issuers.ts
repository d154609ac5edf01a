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
  byOperator,
  onConfig,
  partner,
  Refused,
  textOption,
  unknownPartner,
} from './base/command.ts'
import { signerPassword } from './keys.ts'
import { adminLog, openSite, random, type Site, withKnownAddress } from './base/site.ts'

const connections = 2
const owner = partner('whose customers sign in there')
const issuer = textOption('<https address>', 'as the provider names itself in its tokens')

export const issuerCommands = {
  'issuers list': onConfig({
    summary: 'list the identity providers that a partner allows',
    options: { partner: owner },
    run: (config, options) =>
      atPartner(config, options.partner, ({ service, owner: of }) => service.list(of)),
  }),
  'issuers add': onConfig({
    summary: 'accept identity tokens of a provider for these client ids',
    options: {
      partner: owner,
      issuer,
      audience: textOption(
        '<client id>,…',
        'client ids that its tokens are for; they replace those of before',
      ),
    },
    run: (config, options) =>
      atPartner(config, options.partner, async ({ service, owner: of, site, by }) => {
        const audiences = options.audience.split(',')
        const allowed = await service.allow(of, { issuer: options.issuer, audiences })
        if (!allowed.ok) throw refusal(allowed.failure)
        await site.db.asWorker((tx) => service.recordAllowed(tx, by, allowed.value))
        site.published()
        return service.list(of)
      }),
  }),
  'issuers remove': onConfig({
    summary: 'accept no more identity tokens of a provider; sessions that run go on',
    options: { partner: owner, issuer },
    run: (config, options) =>
      atPartner(config, options.partner, async ({ service, owner: of, site, by }) => {
        const removed = await service.remove(of, options.issuer)
        const recorded = await site.db.asWorker((tx) => service.recordRemoved(tx, by, removed))
        if (!recorded.ok) throw refusal(recorded.failure)
        site.published()
        return service.list(of)
      }),
  }),
}

type AtPartner = {
  site: Site
  service: ReturnType<typeof createIssuerService>
  owner: { svcPartnerId: string }
  by: ReturnType<typeof byOperator>
}

/** The list is the signer's own, so that a signer of this command's own reads and writes it. */
async function atPartner<T>(
  given: Config,
  { id, text: svcPartnerId }: { id: string; text: string },
  work: (parts: AtPartner) => Promise<T>,
): Promise<T> {
  const config = withKnownAddress(given)
  const log = adminLog()
  const kek = loadKek(config, random)
  const site = await openSite(config)
  const url = new URL(site.db.urls.worker)
  url.username = 'corridor_signer'
  url.password = encodeURIComponent(signerPassword(config))
  const pool = openSignerPool(url.href, connections, log)
  try {
    if (!(await site.db.asWorker((tx) => findSettings(tx, id)))) throw unknownPartner(svcPartnerId)
    const outbound = openOutbound(config, ownPortsOf(config, addressesOf(config, site)))
    const rootKeys = openRootKeys(config, random, kek)
    const clock = () => performance.now()
    const parts = { pool, rootKeys, outbound, clock, random, log }
    const signer = await openSignerInside(await signerFacts(config, kek, []), parts)
    return await work({
      site,
      service: createIssuerService({ signer, outbound }),
      owner: { svcPartnerId },
      by: byOperator(id),
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
