import type { AddExternalAccount } from '@corridor/contract'
import {
  customerNames,
  fail,
  judgeClaim,
  nestValues,
  ok,
  parseId,
  railName,
} from '@corridor/domain'
import { isMagicName } from '@corridor/banks'
import type { z } from 'zod'
import { detail } from '../../../api/request/refusal.ts'
import { now, type Tx } from '../../../db/open.ts'
import type { Deps } from '../../../ports/deps.ts'
import type { AuditedBy } from '../../../records/audit/audit.ts'
import { findEntity } from '../../entities/store.ts'
import {
  type AccountInput,
  type CheckedAccount,
  checkAccount,
  type Holder,
} from './account-check.ts'
import { fingerprintOf, maskAccount, numberHashOf, sealAccount } from './secrets.ts'
import { completeAccount, findSame, insertAccount, lockAccount, wasRefused } from './store.ts'
import { askBank } from '../answers/asking.ts'
import { screeningReason } from './stop-decisions.ts'
import { reviewStop, stopReason } from './stops.ts'
import { isNumberStopped } from './stops-store.ts'
import { matchOf, nameMatchOf } from './names.ts'
import { isHeldClaim, record, unproved } from './transition.ts'
import type { JurisdictionRecord, Jurisdictions } from '../../../ports/jurisdictions.ts'
import { hitsIn, lookUp, type LookUp } from '../../screening/screen.ts'
import { restartSweep } from '../../screening/sweep.ts'
import { holderSubjects, holdListed, stopListed } from './screening.ts'
import {
  enableClear,
  ownershipReason,
  proveAccount,
  rejudgeClaim,
  relinkAccount,
} from './claims.ts'
import type { EntityRow, ExternalAccountRow } from '../../../db/schema/rows.ts'
import type { LinkedAccount } from '../../../ports/bank-link.ts'
import type { PayeeAnswer } from '../../../ports/payee-check.ts'

type AddInput = z.output<typeof AddExternalAccount>
type Of = { entity: EntityRow; jurisdiction: JurisdictionRecord }
type Submitted = {
  checked: CheckedAccount
  ownership: 'SELF' | 'THIRD_PARTY'
  nickname: string
  source: 'API' | 'LINK'
} & Asked
/** What lists and banks answered about an account before the transaction that adds it. */
export type Asked = {
  /** What the lists say; absent where they could not be asked. */
  found: LookUp | undefined
  /** In whose name its bank has it; absent where it was not asked. */
  atBank: PayeeAnswer | undefined
}
const nothingAsked: Asked = { found: undefined, atBank: undefined }
export type Added = {
  row: ExternalAccountRow
  /** Whether it was there before; then it is returned unchanged. */
  existed: boolean
  ignored: string[]
  /** Worth knowing about it; '' where nothing is. */
  note: string
}

type Stored = Omit<Added, 'ignored' | 'note'>

export type Adding = ReturnType<typeof createAdding>

/** Adds external accounts: checked by the rules of their jurisdiction, each once per customer. */
export function createAdding(
  deps: Pick<
    Deps,
    'config' | 'db' | 'ids' | 'jurisdictions' | 'kek' | 'log' | 'payeeCheck' | 'screening'
  >,
) {
  return { prepare, lookUpLinked, add, addLinked }

  /**
   * Looks the holder and the address up, and has the bank say whose the account is, before the
   * transaction; nothing of a faulty input.
   */
  async function prepare(partnerId: string, input: AddInput): Promise<Asked> {
    const entityId = parseId('ent', input.entityId)
    const jurisdiction = deps.jurisdictions.byId(input.jurisdictionId)
    if (!entityId || !jurisdiction) return nothingAsked
    const entity = await deps.db.reading(partnerId, (tx) => findEntity(tx, partnerId, entityId))
    return entity ? lookUpHolder({ entity, jurisdiction }, input) : nothingAsked
  }

  function lookUpLinked({ account, ...of }: Of & { account: LinkedAccount }) {
    const { type, values } = account
    return lookUpHolder(of, { ...nestValues(values), type, ownership: 'SELF' })
  }

  async function lookUpHolder(of: Of, input: AccountInput): Promise<Asked> {
    const checked = checkAccount(of, input)
    if (!checked.ok) return nothingAsked
    const { holder, wallet, account } = checked.value
    const address = wallet?.walletAddress ?? ''
    const facts = { ...holder, address }
    const { countryCode } = of.jurisdiction
    const [found, atBank] = await Promise.all([
      lookUp(deps, holderSubjects(of.entity, facts)),
      countryCode === undefined
        ? undefined
        : askBank(deps, {
            partnerId: of.entity.partner_id,
            countryCode,
            account,
            name: railName(holder),
          }),
    ])
    return { found: found.ok ? found.value : undefined, atBank }
  }

  /** Adds an account, or only says how it would be added; `asked` is what `prepare` gave. */
  async function add(tx: Tx, by: AuditedBy, input: AddInput, asked: Asked) {
    const entityId = parseId('ent', input.entityId)
    const entity = entityId && (await findEntity(tx, by.partnerId, entityId))
    if (!entity) return fail({ code: 'ENTITY_NOT_FOUND' })
    const jurisdiction = deps.jurisdictions.byId(input.jurisdictionId)
    if (!jurisdiction) return unknownJurisdiction()
    const of = { entity, jurisdiction }
    const checked = checkAccount(of, input)
    if (!checked.ok) return checked
    const submitted: Submitted = {
      checked: checked.value,
      ownership: input.ownership,
      nickname: input.nickname ?? '',
      source: 'API',
      ...asked,
    }
    const added = input.dryRun
      ? await tryOut(tx, of, submitted)
      : await store(tx, by, of, submitted)
    return ok({ ...added, ignored: checked.value.ignored, note: checked.value.note })
  }

  /** Adds an account that its bank vouches for; one whose link was broken works again by that. */
  async function addLinked(
    tx: Tx,
    by: AuditedBy,
    { account, asked, ...of }: Of & { account: LinkedAccount; asked: Asked | undefined },
  ): Promise<ExternalAccountRow> {
    const ownership = 'SELF' as const
    const checked = checkAccount(of, {
      ...nestValues(account.values),
      type: account.type,
      ownership,
    })
    if (!checked.ok) throw new Error('the bank link gave an account that no rule accepts')
    const submitted = { checked: checked.value, ownership, nickname: account.label }
    const { row, existed } = await store(tx, by, of, {
      ...submitted,
      source: 'LINK',
      ...(asked ?? nothingAsked),
    })
    const known = existed ? await lockAccount(tx, row.partner_id, row.id) : undefined
    // Whoever signs in at the bank and chooses it shows that it is theirs.
    const broken =
      known?.proof === 'CLAIMED' ? await proveAccount(tx, by, known, 'BANK_LINK') : known
    return broken ? relinkAccount(tx, by, broken) : row
  }

  async function tryOut(tx: Tx, of: Of, submitted: Submitted): Promise<Stored> {
    const { atBank } = submitted
    // Who only looks learns no name that the bank has.
    const shown = { ...submitted, atBank: atBank && { ...atBank, name: '' } }
    const made = await judged(tx, of, shown)
    const same = await findSame(tx, of.entity.partner_id, sameAs(made))
    if (same) return { row: same, existed: true }
    const at = await now(tx)
    const times = { created_at: at, updated_at: at, last_used_at: null }
    const status = made.status_reason === '' ? 'ENABLED' : made.status
    return { row: { ...made, ...times, status, version: 1 }, existed: false }
  }

  async function store(tx: Tx, by: AuditedBy, of: Of, submitted: Submitted) {
    const made = await judged(tx, of, submitted)
    const same = await findSame(tx, by.partnerId, sameAs(made))
    if (same) return { row: await completed(tx, by, same, made, submitted), existed: true }
    const row = await insertAccount(tx, asInsert(made))
    // Another request added it meanwhile; its commit is what the insert waited for.
    const other = row ? undefined : await findSame(tx, by.partnerId, sameAs(made))
    if (other) return { row: other, existed: true }
    if (!row) throw new Error('an account was added and deleted while it was added again')
    await record(tx, by, row, { type: 'created', action: 'add', from: '' })
    if (made.status_reason === stopReason) await reviewStop(tx, row)
    return { row: await screened(tx, by, row, submitted), existed: false }
  }

  /**
   * An account that was added without the holder's town, or name in Latin letters, gets it where it
   * is added again with one; a name is compared with the lists, however long the account was there.
   */
  async function completed(
    tx: Tx,
    by: AuditedBy,
    same: ExternalAccountRow,
    made: Facts,
    { found }: Submitted,
  ) {
    const [kept, given] = [same.holder, made.holder] as [Holder, Holder]
    const isPlaced =
      made.kind === 'BANK' &&
      (given.address['city'] ?? '') !== '' &&
      (kept.address['city'] ?? '') === ''
    const isNamed = (given.latinName ?? '') !== '' && (kept.latinName ?? '') === ''
    if (!isPlaced && !isNamed) return same
    await lockAccount(tx, same.partner_id, same.id)
    const rails = isPlaced ? [...new Set([...same.rails, ...made.rails])] : same.rails
    const row = await completeAccount(tx, same, {
      holder: {
        ...kept,
        ...(isNamed ? { latinName: given.latinName } : {}),
        ...(isPlaced ? { address: given.address } : {}),
      },
      rails,
    })
    await record(tx, by, row, { type: 'updated', action: 'complete', from: same.status })
    if (isNamed) await stopListed(tx, deps, by, { row, found })
    // Another name than the customer's is not slipped in after the account was taken as its own.
    return isNamed ? rejudgeClaim(tx, by, row, nameMatchOf(made)) : row
  }

  /** A holder or an address that is listed has somebody decide first. */
  async function screened(tx: Tx, by: AuditedBy, row: ExternalAccountRow, { found }: Submitted) {
    if (found) {
      if ((await holdListed(tx, deps, row, found)) === 'HIT') return row
      const enabled = await enableClear(tx, by, row)
      return enabled.ok ? enabled.value : row
    }
    // The list could not be asked: the sweep asks it, and continues.
    await restartSweep(tx, 'account')
    return row
  }

  /** The row of a new account, with what the claim that it is the customer's own is worth. */
  async function judged(tx: Tx, of: Of, submitted: Submitted): Promise<Facts> {
    const made = await unlessStopped(tx, factsOf(of, submitted))
    if (made.ownership !== 'SELF') return made
    const { proof, method } = judgeClaim({
      name: nameMatchOf(made),
      isConfirmed: submitted.atBank?.outcome === 'MATCH',
      isLinked: made.source === 'LINK',
    })
    if (await wasRefused(tx, made)) {
      const refused: Facts = { ...made, proof: 'REFUSED' }
      return { ...refused, status_reason: made.status_reason || ownershipReason }
    }
    const proved_at = proof === 'PROVED' ? await now(tx) : null
    // A bank account of live is enabled by its proof; of the sandbox, by what its caller says.
    const isBare = proof === 'CLAIMED' && deps.config.ENVIRONMENT === 'live' && made.wallet === null
    const verification = isBare
      ? { ...(made.verification as object), status: unproved }
      : made.verification
    const proved = method === 'NAME_CHECK' ? provedBy(made) : {}
    const claimed: Facts = {
      ...made,
      ...proved,
      verification,
      proof,
      proof_method: method,
      proved_at,
    }
    const isHeld = made.status_reason === '' && isHeldClaim(claimed)
    return isHeld ? { ...claimed, status_reason: ownershipReason } : claimed
  }

  /** A number that was stopped as fraud waits for the operator, under whatever name it comes again. */
  async function unlessStopped(tx: Tx, made: Facts): Promise<Facts> {
    return (await isNumberStopped(tx, made)) ? { ...made, status_reason: stopReason } : made
  }

  /** The name is nobody's: it says what the bank of the sandbox does (operations.md 14). */
  function isScripted({ name }: Holder): boolean {
    return deps.config.ENVIRONMENT === 'sandbox' && isMagicName(name)
  }

  /** The row of a new account: masked members, and the whole ones sealed. */
  function factsOf({ entity, jurisdiction }: Of, { checked, ...submitted }: Submitted): Facts {
    const { holder, account, wallet, rails, rules, identity, number, bankName } = checked
    const { atBank } = submitted
    const place = { partner_id: entity.partner_id, id: deps.ids.uuid() }
    const { partner_id: partnerId } = place
    const kind = rules.type
    const isOwn = submitted.ownership === 'SELF'
    return {
      ...place,
      entity_id: entity.id,
      kind,
      ownership: submitted.ownership,
      status: 'PENDING_VERIFICATION',
      status_reason: submitted.found && hitsIn(submitted.found).length === 0 ? '' : screeningReason,
      jurisdiction_id: jurisdiction.id,
      rails,
      holder,
      account: wallet === null ? maskAccount(account, rules.fields) : {},
      wallet,
      sealed_account: wallet === null ? sealAccount(deps.kek, place, account) : null,
      verification: {
        status: 'VERIFIED',
        nameMatch:
          isOwn && !isScripted(holder)
            ? matchOf(holder, atBank, customerNames(entity))
            : 'UNAVAILABLE',
        bankName,
        method: submitted.source === 'LINK' ? 'BANK_LINK' : 'CHECKSUM',
      },
      payee_check: atBank ? { last: lastOf(holder, atBank) } : null,
      proof: null,
      proof_method: '',
      proved_at: null,
      nickname: submitted.nickname,
      source: submitted.source,
      // However its holder is written, what is paid to one number adds up.
      number_fingerprint: fingerprintOf(deps.kek, {
        partnerId,
        jurisdictionId: homeOf(deps.jurisdictions, jurisdiction, number.country),
        kind,
        identity: number.identity,
      }),
      number_hash: numberHashOf(deps.kek, number),
      fingerprint: fingerprintOf(deps.kek, {
        partnerId,
        jurisdictionId: jurisdiction.id,
        kind,
        // The same number under another holder is another account: its bank answers differently.
        identity: wallet === null ? `${identity}\n${nameKey(holder.name)}` : identity,
      }),
    }
  }
}

/** The jurisdiction that a number counts for: in a zone it is the same wherever it was added. */
const homeOf = ({ all }: Jurisdictions, added: JurisdictionRecord, country: string): string =>
  all.find(({ countryCode }) => countryCode === country)?.id ?? added.id

const nameKey = (name: string) => name.trim().replaceAll(/\s+/g, ' ').toLowerCase()

type Facts = Omit<ExternalAccountRow, 'created_at' | 'updated_at' | 'last_used_at' | 'version'>

/** What its bank answered, kept with an account. */
const lastOf = (holder: Holder, answer: PayeeAnswer) => ({ ...answer, asked: railName(holder) })

/** The answer that proves an account stays with it, whatever the bank answers later. */
function provedBy({ payee_check }: Facts) {
  const { last } = payee_check as { last: object }
  return { payee_check: { last, proved: last } }
}

const asInsert = ({ holder, account, wallet, verification, payee_check, ...facts }: Facts) => ({
  ...facts,
  holder: JSON.stringify(holder),
  account: JSON.stringify(account),
  wallet: wallet === null ? null : JSON.stringify(wallet),
  verification: JSON.stringify(verification),
  payee_check: payee_check === null ? null : JSON.stringify(payee_check),
})

const sameAs = ({ entity_id, jurisdiction_id, fingerprint, wallet }: Facts) => ({
  entityId: entity_id,
  jurisdictionId: jurisdiction_id,
  fingerprint,
  address: (wallet as { walletAddress?: string } | null)?.walletAddress ?? '',
})

const unknownJurisdiction = () =>
  fail({
    code: 'RECORD_NOT_FOUND' as const,
    details: [detail('jurisdictionId', 'RECORD_NOT_FOUND', 'No jurisdiction has this id.')],
  })
