import type { Result } from '@corridor/domain'
import type { Ivms101 } from '@corridor/domain/ivms101'

/** A payment on a chain that is announced to the payee's provider before it is made. */
export type TravelMessage = {
  partnerId: string
  /** UUID of the order: the same message again is no second one. */
  id: string
  payload: Ivms101
  /** CAIP-19, e.g. `eip155:1/erc20:0x…`, with the symbol for people. */
  asset: { caip19: string; symbol: string }
  /** In the smallest unit of the asset. */
  minor: bigint
  /** Where it is paid to. */
  address: string
  /** Where the provider posts its answer; whoever has it may answer, and nobody else. */
  callbackUrl: string
}

/** What the payee's provider says of a payment. */
export type TravelVerdict =
  | { state: 'ACCEPTED' }
  | { state: 'REJECTED'; reason: string }
  /** Nobody keeps this wallet for its owner. */
  | { state: 'NOT_A_PROVIDER' }

export type TravelReceipt = {
  /** Absent while it has not decided: then it answers later. */
  verdict?: TravelVerdict | undefined
  /** The provider's name; '' where it is not given. */
  counterparty: string
}

/** Announces payments to the providers of their payees. Calls are safe to repeat. */
export type TravelRuleLink = {
  readonly name: string
  readonly simulated: boolean
  /** Whether there is anybody to be asked: without, no answer is waited for. */
  readonly isOpen: boolean
  /** @throws never: a provider that cannot be reached is asked again */
  send(message: TravelMessage): Promise<Result<TravelReceipt, 'UNREACHABLE'>>
}
