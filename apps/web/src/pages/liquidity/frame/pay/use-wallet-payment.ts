import { useMutation, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useAccept } from './use-accept.ts'
import { newReference } from '../../../../features/transfers/new-reference.ts'
import {
  isWallet,
  partyOf,
  tokenBalance,
  type WalletParty,
} from '../../../../features/transfers/signing/parties.ts'
import type { WalletQuoted } from '../../../../features/transfers/signing/quoted.ts'
import { accounts, call, transfers, q, queries } from '../../../../api/call.ts'
import { serviceNow } from '../../../../api/clock.ts'
import { useIdempotencyKeys } from '../../../../api/idempotency-key.ts'
import {
  accountsKey,
  allAccountsQuery,
  type ExternalAccount,
  jurisdictionsQuery,
} from '../../../../api/queries/accounts.ts'
import type { ReserveFrame } from '../../../../api/queries/liquidity.ts'
import { isOver, transferQuery } from '../../../../api/queries/transfers.ts'
import { balancesQuery } from '../../../../api/queries/wallets.ts'
import { amountText, decimalText } from '../../../../ui/format/numbers.ts'
import { t } from '../../../../messages/text.ts'

const none: readonly never[] = []
// Each balance is read from the chain.
const balancesShown = 20

export type WalletPayment = ReturnType<typeof useWalletPayment>

/** A fee paid by a transfer from a customer's wallet, signed with its passkey. */
export function useWalletPayment(frame: ReserveFrame) {
  const wallets = usePayingWallets(frame)
  const [started, setStarted] = useState<string | undefined>()
  return {
    wallets,
    asking: useFeeQuote(frame),
    /** The transfer that carries the fee, once it was signed. */
    started,
    setStarted,
    accepted: useAcceptedTransfer(frame, started),
  }
}

/** Wallets that sign here and hold the token of the credit line, with what they hold. */
function usePayingWallets({ feePayment, asset }: ReserveFrame) {
  const all = useQuery(allAccountsQuery)
  const isSame = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()
  const payers = (all.data ?? none).filter(
    ({ accountKind, status, wallet }) =>
      accountKind === 'NON_CUSTODIAL_WALLET' &&
      status === 'ENABLED' &&
      wallet?.chainId === feePayment.chainId &&
      isSame(wallet.tokenAddress, feePayment.tokenAddress),
  )
  const owners = [...new Set(payers.map(({ entityId }) => entityId))].slice(0, balancesShown)
  const balances = useQueries({
    queries: owners.map(balancesQuery),
    combine: (read) => read.flatMap(({ data }) => data?.data ?? []),
  })
  return {
    isPending: all.isPending,
    error: all.error,
    refetch: () => void all.refetch(),
    options: payers.map((account) => {
      const held = tokenBalance(balances, account)
      const isShort = held !== undefined && held < feePayment.amount
      return {
        value: account.accountId,
        label: account.nickname
          ? `${account.accountHolder.name}, ${account.nickname}`
          : account.accountHolder.name,
        sub:
          held === undefined ? undefined : t('holds {amount}', { amount: amountText(held, asset) }),
        disabledReason: isShort
          ? t('Holds only {amount}', { amount: amountText(held, asset) })
          : undefined,
      }
    }),
  }
}

/** Quotes the transfer of exactly the fee to the deposit wallet, which becomes an account where it is none yet. */
function useFeeQuote(frame: ReserveFrame) {
  const keyOf = useIdempotencyKeys()
  return useMutation({
    mutationFn: async (fromAccountId: string): Promise<WalletQuoted> => {
      const [all, jurisdictions] = await Promise.all([
        queries.fetchQuery(allAccountsQuery),
        queries.fetchQuery(jurisdictionsQuery),
      ])
      const payer = all.find(({ accountId }) => accountId === fromAccountId)
      const from = payer && partyOf(payer, jurisdictions.data)
      if (!from || !isWallet(from)) throw new Error(t('The wallet that pays is not known.'))
      const receiver =
        all.find((account) => isDepositWallet(account, frame)) ?? (await addDepositWallet(from))
      const to = partyOf(receiver, jurisdictions.data)
      if (!to || !isWallet(to)) throw new Error(t('The deposit wallet is not known.'))
      return quoteTransfer(from, to, frame.feePayment.amount)
    },
  })

  async function addDepositWallet(from: WalletParty): Promise<ExternalAccount> {
    const body = {
      entityId: from.account.entityId,
      jurisdictionId: from.account.jurisdiction.id,
      type: 'WALLET',
      ownership: 'THIRD_PARTY',
      accountHolder: { name: 'Corridor' },
      wallet: { walletAddress: frame.feePayment.toWalletAddress },
      // Colleagues see it in languages of their own.
      nickname: 'Liquidity deposit wallet',
    } as const
    const added = await call(accounts.addExternal, { body }, { idempotencyKey: keyOf(body) })
    await queries.invalidateQueries({ queryKey: accountsKey })
    return (
      await queries.fetchQuery(q(accounts.readExternal, { accountId: added.data.accountId ?? '' }))
    ).data
  }
}

function isDepositWallet(
  { status, wallet, accountKind }: ExternalAccount,
  { feePayment }: ReserveFrame,
): boolean {
  return (
    accountKind === 'WALLET' &&
    status === 'ENABLED' &&
    wallet?.chainId === feePayment.chainId &&
    wallet.tokenAddress.toLowerCase() === feePayment.tokenAddress.toLowerCase() &&
    wallet.walletAddress.toLowerCase() === feePayment.toWalletAddress.toLowerCase()
  )
}

async function quoteTransfer(
  from: WalletParty,
  to: WalletParty,
  amount: number,
): Promise<WalletQuoted> {
  const answer = await call(transfers.simulate, {
    body: {
      transactionId: newReference('FEE', serviceNow(), crypto.getRandomValues(new Uint8Array(8))),
      fromEntityId: from.account.entityId,
      fromAccountId: from.account.accountId,
      toEntityId: to.account.entityId,
      toAccountId: to.account.accountId,
      exactAmountOut: amount,
    },
  })
  if (!('payloadToSign' in answer)) throw new TypeError('Expected a payload to sign')
  return {
    kind: 'wallet',
    answer,
    from,
    to,
    asked: { means: 'out', amount: decimalText(amount) },
    totalMs: Date.parse(answer.validUntil) - serviceNow(),
  }
}

const hashPollMs = 1000

/** Once the transfer has a transaction, the frame is accepted with it. */
function useAcceptedTransfer(frame: ReserveFrame, executionId: string | undefined) {
  const { data } = useQuery({
    ...transferQuery(executionId ?? ''),
    enabled: executionId !== undefined,
    refetchInterval: ({ state }) => {
      const transfer = state.data?.data
      return transfer && (transfer.transactionHash || isOver(transfer)) ? false : hashPollMs
    },
  })
  const hash = data?.data.transactionHash
  const accept = useAccept(frame)
  const send = useEffectEvent((found: string) => accept.send(found))
  useEffect(() => {
    if (executionId && hash) send(hash)
  }, [executionId, hash])
  return accept
}
