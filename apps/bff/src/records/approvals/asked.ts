import type { Caller } from '../../api/request/caller.ts'
import type { Tx } from '../../db/open.ts'

/** What an operation would do, as the module that does it sees it. */
export type Asked = {
  /** The record that it is about, with its written id. */
  subject: { kind: string; id: string }
  /** The operation whose rules decide, where it is another one. */
  ruledAs?: string
  /** What would happen, in a sentence for who has to agree. */
  summary: string
  amount?: { value: string; currency: string }
  /** Worth in US dollars at mid as decimal text, and the rate it was had at; absent: not known. */
  dollars?: string
  dollarRate?: string
  /**
   * `id` is the same for the same bank account or wallet, whoever added it under whatever name;
   * `fingerprint` for the same under one name.
   */
  payee?: { id: string; fingerprint?: string; name: string; addedAt: Date }
  /** UUID of the execution itself, which is no earlier payment. */
  transferId?: string
  destination?: string
  /** Where it goes today, of an operation that changes it. */
  destinationBefore?: string
  /** Every name of where it goes. */
  destinations?: readonly string[]
  /** Countries of source and target, `US>MX`. */
  corridor?: string
  asset?: string
  direction?: string
  /** Whose account or wallet is emptied. */
  from?: { account?: string; wallet?: string }
  /**
   * What people agree to: payee, amount, kind, destination. Where it reads otherwise when the last of
   * them agrees, it has to be asked for again.
   */
  bound: Record<string, unknown>
  /** Of a call that pays several: each payee with what it gets; the strictest answer counts. */
  parts?: readonly Pick<
    Asked,
    'amount' | 'dollars' | 'payee' | 'destinations' | 'corridor' | 'asset'
  >[]
}

/**
 * Reads what a call would do, in the transaction in which it is done. Undefined where nothing is to
 * be decided: the record does not exist, which its handler says, or nothing new would happen.
 */
export type AskedOf<Input = unknown> = (
  tx: Tx,
  input: Input,
  caller: Caller,
) => Promise<Asked | undefined>
