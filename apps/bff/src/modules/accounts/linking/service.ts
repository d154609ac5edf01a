import { createHmac } from 'node:crypto'
import type { accounts, InputOf } from '@corridor/contract'
import { fail, formatId, ok, parseId, type Result } from '@corridor/domain'
import type { Caller } from '../../../api/request/caller.ts'
import { detail, type Failure } from '../../../api/request/refusal.ts'
import type { Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import { recordAudit } from '../../../records/audit/audit.ts'
import { findEntity } from '../../entities/store.ts'
import type { Adding, Asked } from '../external/adding.ts'
import { findAccount, lockUnlinked } from '../external/store.ts'
import { relinkAccount } from '../external/claims.ts'
import type { JurisdictionRecord } from '../../../ports/jurisdictions.ts'
import * as store from './store.ts'
import type { EntityRow, ExternalAccountRow } from '../../../db/schema/rows.ts'
import type { LinkedAccount } from '../../../ports/bank-link.ts'

type LinkInput = InputOf<typeof accounts.linkToken>['body']
type CompleteInput = InputOf<typeof accounts.completeLink>['body']
export type Completed = {
  status: 'LINKED' | 'PENDING'
  rows: ExternalAccountRow[]
  /** Whether this call changed anything. */
  isNew: boolean
}
type CompleteFailure = Failure<'RECORD_NOT_FOUND' | 'FIELD_INVALID' | 'FIELD_REQUIRED'>
/** What the customer shared: the bank's accounts, and the token that proves it. */
type Choice = { publicToken: string; accounts: LinkedAccount[] }
/** What the lists say of each account, by its reference. */
export type ScreenedChoice = ReadonlyMap<string, Asked>
type Of = { link: store.LinkRow; entity: EntityRow; jurisdiction: JurisdictionRecord }

/** In the sandbox it represents a customer who chose one account. */
const sandboxToken = 'public-sandbox'

export type LinkService = ReturnType<typeof createLinkService>

/** Links on which customers choose bank accounts of theirs. Tokens are kept as hashes alone. */
export function createLinkService(deps: Deps, adding: Adding) {
  const key = deps.kek.derive('account-link/v1')
  const hashOf = (kind: 'link' | 'public', text: string) =>
    createHmac('sha256', key).update(`${kind}\n${text}`).digest()
  return { make, screenChoice, complete, read, choose, choiceOf }

  async function make(tx: Tx, caller: Caller, input: LinkInput) {
    const entityId = parseId('ent', input.entityId)
    const entity = entityId && (await findEntity(tx, caller.partnerId, entityId))
    if (!entity) return fail({ code: 'ENTITY_NOT_FOUND' })
    const jurisdiction = deps.jurisdictions.byId(input.jurisdictionId)
    if (!jurisdiction) return unknown('jurisdictionId', 'No jurisdiction has this id.')
    if (jurisdiction.type !== 'country')
      return refused('ACCOUNT_TYPE_NOT_ALLOWED', 'jurisdictionId', 'A chain has no bank accounts.')
    const linkToken = `link_${deps.ids.secret()}`
    const row = await store.insertLink(tx, {
      partner_id: caller.partnerId,
      id: deps.ids.uuid(),
      entity_id: entity.id,
      jurisdiction_id: jurisdiction.id,
      token_hash: hashOf('link', linkToken),
      redirect_url: input.redirectUrl ?? null,
    })
    await recordAudit(tx, caller, {
      action: 'account_link.create',
      object: objectOf(row),
      after: { entityId: formatId('ent', entity.id), jurisdictionId: jurisdiction.id },
    })
    const linkUrl = `${deps.config.BASE_URL}/link/${linkToken}`
    return ok({ linkToken, linkUrl, expiresAt: row.expires_at })
  }

  /** Looks the holders of what the customer chose up, before the transaction that adds it. */
  async function screenChoice(
    { partnerId }: Caller,
    { linkToken, publicToken }: CompleteInput,
  ): Promise<ScreenedChoice> {
    const of = await deps.db.asWorker(async (tx) => {
      const link = await store.findLink(tx, hashOf('link', linkToken))
      return link?.partner_id === partnerId ? subjectOf(tx, link) : undefined
    })
    if (!of) return new Map()
    const isSandbox = publicToken === sandboxToken && deps.bankLink.simulated
    const choice = choiceOf(of.link) ?? (isSandbox ? await sandboxChoice(of) : undefined)
    const found = new Map<string, Asked>()
    for (const account of choice?.accounts ?? [])
      found.set(account.ref, await adding.lookUpLinked({ ...of, account }))
    return found
  }

  /** Adds what the customer chose, once; until then it is pending. */
  async function complete(
    tx: Tx,
    caller: Caller,
    input: CompleteInput,
    screened: ScreenedChoice,
  ): Promise<Result<Completed, CompleteFailure>> {
    const link = await store.lockLink(tx, hashOf('link', input.linkToken))
    if (!link || link.partner_id !== caller.partnerId || link.read_at >= link.expires_at)
      return unknown('linkToken', 'No link has this token any more.')
    const of = await subjectOf(tx, link)
    const choice = await judge(of, input)
    if (!choice.ok) return choice
    if (input.mode === 'RECONNECT') return ok(await reconnect(tx, caller, of))
    if (!choice.value) return ok({ status: 'PENDING', rows: [], isNew: false })
    const wanted = pick(choice.value.accounts, input.accountRefs)
    return wanted.ok
      ? ok(await addAll(tx, caller, { ...of, screened }, choice.value, wanted.value))
      : wanted
  }

  /** The choice that a public token represents; nothing while the customer has not chosen. */
  async function judge(of: Of, { publicToken, mode }: CompleteInput) {
    const { link } = of
    if (publicToken === undefined && (mode === 'RECONNECT' || link.status === 'OPEN'))
      return ok(undefined)
    if (publicToken === undefined && link.status === 'CHOSEN')
      return refused('FIELD_REQUIRED', 'publicToken', 'The customer has chosen: send the token.')
    const fits =
      publicToken === undefined ||
      link.public_token_hash?.equals(hashOf('public', publicToken)) === true
    if (fits) return ok(choiceOf(link))
    const isSandbox = publicToken === sandboxToken && deps.bankLink.simulated
    if (!isSandbox || link.status !== 'OPEN')
      return refused('FIELD_INVALID', 'publicToken', 'This token does not belong to the link.')
    return ok(await sandboxChoice(of))
  }

  async function sandboxChoice({ entity, jurisdiction }: Of): Promise<Choice> {
    const country = jurisdiction.countryCode ?? ''
    const customer = { entityId: formatId('ent', entity.id) }
    // The simulated link answers from memory; nothing outside is asked inside the transaction.
    const [bank] = await deps.bankLink.banks(country)
    const accounts = await deps.bankLink.accounts(country, bank?.id ?? '', customer)
    return { publicToken: sandboxToken, accounts: accounts.slice(0, 1) }
  }

  async function addAll(
    tx: Tx,
    caller: Caller,
    { screened, ...of }: Of & { screened: ScreenedChoice },
    choice: Choice,
    wanted: readonly LinkedAccount[],
  ): Promise<Completed> {
    const { link } = of
    const linked: Record<string, string> = { ...(link.linked as Record<string, string>) }
    const rows: ExternalAccountRow[] = []
    let isNew = false
    for (const account of wanted) {
      const known = linked[account.ref]
      const row = known
        ? await findAccount(tx, link.partner_id, known)
        : await adding.addLinked(tx, caller, { ...of, account, asked: screened.get(account.ref) })
      if (!row) continue
      isNew ||= known === undefined
      linked[account.ref] = row.id
      rows.push(row)
    }
    if (isNew) {
      await store.setLinked(tx, link, {
        accounts: linked,
        sealedChoice: seal(link, choice),
        publicTokenHash: hashOf('public', choice.publicToken),
      })
      const after = { accounts: rows.map((row) => formatId('acc', row.id)) }
      await recordAudit(tx, caller, {
        action: 'account_link.complete',
        object: objectOf(link),
        after,
      })
    }
    return { status: 'LINKED', rows, isNew }
  }

  /** The customer has signed in at the bank again: accounts work again, or say for what they wait. */
  async function reconnect(tx: Tx, caller: Caller, { link }: Of): Promise<Completed> {
    const place = { entityId: link.entity_id, jurisdictionId: link.jurisdiction_id }
    const broken = await lockUnlinked(tx, link.partner_id, place)
    const rows: ExternalAccountRow[] = []
    for (const row of broken) rows.push(await relinkAccount(tx, caller, row))
    const isNew = rows.some(({ version }, at) => version !== broken[at]?.version)
    return { status: 'LINKED', rows, isNew }
  }

  /** What the customer's page shows of a link; nothing where the token is not one. */
  async function read(linkToken: string) {
    return deps.db.asWorker(async (tx) => {
      const link = await store.findLink(tx, hashOf('link', linkToken))
      if (!link) return undefined
      const partner = await store.findPartner(tx, link.partner_id)
      const isOver = link.read_at >= link.expires_at
      return { ...(await subjectOf(tx, link)), isOver, partnerName: partner.name }
    })
  }

  /** Keeps the customer's choice; false where the link was used or ended meanwhile. */
  async function choose(linkToken: string, accounts: LinkedAccount[]) {
    return deps.db.asWorker(async (tx) => {
      const link = await store.lockLink(tx, hashOf('link', linkToken))
      if (link?.status !== 'OPEN' || link.read_at >= link.expires_at) return undefined
      const publicToken = `public-${deps.ids.secret()}`
      await store.setChosen(tx, link, {
        sealedChoice: seal(link, { publicToken, accounts }),
        publicTokenHash: hashOf('public', publicToken),
      })
      const actor = { type: 'provider', id: deps.bankLink.name } as const
      await recordAudit(
        tx,
        { partnerId: link.partner_id, actor, requestId: '' },
        { action: 'account_link.choose', object: objectOf(link), after: { status: 'CHOSEN' } },
      )
      return { publicToken }
    })
  }

  async function subjectOf(tx: Tx, link: store.LinkRow): Promise<Of> {
    const entity = await findEntity(tx, link.partner_id, link.entity_id)
    const jurisdiction = deps.jurisdictions.byId(link.jurisdiction_id)
    if (!entity || !jurisdiction) throw new Error(`link ${link.id} names what is not there`)
    return { link, entity, jurisdiction }
  }

  function seal(link: store.LinkRow, choice: Choice): Buffer {
    return Buffer.from(deps.kek.seal(placeOf(link), Buffer.from(JSON.stringify(choice))))
  }

  function choiceOf(link: store.LinkRow): Choice | undefined {
    if (!link.sealed_choice) return undefined
    const bytes = deps.kek.open(placeOf(link), link.sealed_choice)
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as Choice
  }
}

/** Those of the choice that are asked for; all where none are named. */
function pick(accounts: readonly LinkedAccount[], refs: readonly string[] | undefined) {
  const allowed = accounts.map(({ ref }) => ref)
  const wrong = (refs ?? []).flatMap((ref, i) =>
    allowed.includes(ref)
      ? []
      : [
          detail(`accountRefs.${i}`, 'FIELD_INVALID', 'The customer did not share this account.', {
            allowed,
          }),
        ],
  )
  if (wrong.length > 0) return fail({ code: 'FIELD_INVALID', details: wrong })
  return ok(refs === undefined ? accounts : accounts.filter(({ ref }) => refs.includes(ref)))
}

const placeOf = (link: Pick<store.LinkRow, 'partner_id' | 'id'>) =>
  `account_link.sealed_choice:${link.partner_id}:${link.id}`

const objectOf = ({ id }: store.LinkRow) => ({ kind: 'account_link', id: formatId('link', id) })

const refused = <C extends Failure['code']>(code: C, path: string, message: string) =>
  fail({ code, details: [detail(path, code, message)] })

const unknown = (path: string, message: string) => refused('RECORD_NOT_FOUND', path, message)
