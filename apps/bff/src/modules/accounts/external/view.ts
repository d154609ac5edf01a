import type { BankAccount, ExternalAccount } from '@corridor/contract'
import { formatId, needsProof, waysToProve } from '@corridor/domain'
import { latinMembers } from '@corridor/domain/transliteration'
import type { z } from 'zod'
import type { Deps } from '../../../ports/deps.ts'
import type { ExternalAccountRow } from '../../../db/schema/rows.ts'
import type { KeptAnswer } from '../answers/token.ts'
import { checkBody } from '../answers/view.ts'
import { nameMatchOf } from './names.ts'

type Body = z.output<typeof ExternalAccount>

/** The bank members of an account that is none: all of them present. */
export const emptyBankAccount: z.output<typeof BankAccount> = {
  accountNumber: '',
  accountHolderName: '',
  bankName: '',
  bankAddress: '',
  bankCountry: '',
  bankSwiftCode: '',
  bankRoutingNumber: '',
  bankIban: '',
  bankBic: '',
  branchCode: '',
  accountType: '',
  additionalDetails: {},
}

/** The holder; a name in another script with the Latin one, or with a proposal while it is missing. */
function holderBody(row: ExternalAccountRow): Body['accountHolder'] {
  const holder = row.holder as Body['accountHolder']
  return { ...holder, ...latinMembers(holder, { isPerson: holder.type !== 'business' }) }
}

/** The API view of a row (operations.md 3), numbers masked. */
export function accountBody(
  { jurisdictions }: Pick<Deps, 'jurisdictions'>,
  row: ExternalAccountRow,
): Body {
  const jurisdiction = jurisdictions.byId(row.jurisdiction_id)
  return {
    accountId: formatId('acc', row.id),
    entityId: formatId('ent', row.entity_id),
    ownership: row.ownership,
    accountKind: row.kind,
    status: row.status,
    statusReason: row.status_reason,
    jurisdiction: {
      id: row.jurisdiction_id,
      name: jurisdiction?.name ?? '',
      currency: jurisdiction?.currency ?? '',
      type: jurisdiction?.type ?? 'blockchain',
    },
    rails: row.rails,
    accountHolder: holderBody(row),
    account: { ...emptyBankAccount, ...(row.account as Partial<typeof emptyBankAccount>) },
    ...(row.wallet === null ? {} : { wallet: row.wallet as NonNullable<Body['wallet']> }),
    verification: {
      ...(row.verification as Body['verification']),
      ...(row.status === 'PENDING_VERIFICATION' ? { status: 'PENDING' } : {}),
      ...(row.status === 'VERIFICATION_FAILED' ? { status: 'FAILED' } : {}),
    },
    ...(row.proof === null ? {} : { ownershipProof: proofOf(row, row.proof) }),
    ...lastCheck(row),
    nickname: row.nickname,
    source: row.source as Body['source'],
    fingerprint: row.fingerprint,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(row.last_used_at === null ? {} : { lastUsedAt: row.last_used_at.toISOString() }),
    version: row.version,
  }
}

type Answers = { last?: KeptAnswer; proved?: KeptAnswer }

/** What its bank answered last; where that was as it was added, then. */
function lastCheck({ payee_check, created_at }: ExternalAccountRow): Pick<Body, 'payeeCheck'> {
  const { last } = (payee_check ?? {}) as Answers
  if (!last) return {}
  const { checkedAt = created_at.toISOString() } = last as Partial<KeptAnswer>
  return { payeeCheck: checkBody({ ...last, checkedAt }) }
}

function provedBy(payee_check: unknown) {
  const { proved } = (payee_check ?? {}) as Answers
  return proved ? { scheme: proved.scheme, reference: proved.reference } : {}
}

const proofOf = (
  { kind, proof_method, proved_at, verification, payee_check }: ExternalAccountRow,
  status: NonNullable<ExternalAccountRow['proof']>,
): NonNullable<Body['ownershipProof']> => ({
  status,
  method: proof_method,
  ...(proof_method === 'NAME_CHECK' ? provedBy(payee_check) : {}),
  ...(proved_at === null ? {} : { provedAt: proved_at.toISOString() }),
  needed: status === 'PROVED' ? [] : needsProof(kind),
  ways: status === 'CLAIMED' ? waysToProve(kind, nameMatchOf({ verification })) : [],
})
