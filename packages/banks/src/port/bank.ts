/** What a bank is asked for when a customer gets an account of its own (operations.md 4). */
export type AccountRequest = {
  /** The caller's own name for the account: asked again under it, the bank gives the same one. */
  reference: string
  /** ISO 3166 code of the country that the account lies in. */
  countryCode: string
  currency: string
  /** The customer in whose name deposits arrive. */
  holderName: string
}

/** The account as a payer needs it; what a scheme does not have is ''. */
export type BankAccountDetails = {
  currency: string
  bankName: string
  bankAddress: string
  routingNumber: string
  accountNumber: string
  rail: string
}

export type BankFailure = 'BANK_UNAVAILABLE' | 'COUNTRY_NOT_SERVED'

/** A bank that holds accounts for the service's customers. Calls are safe to repeat. */
export type BankAdapter = {
  readonly name: string
  /** Simulated adapters are refused in live. */
  readonly simulated: boolean
  openAccount(
    request: AccountRequest,
  ): Promise<{ ok: true; value: BankAccountDetails } | { ok: false; failure: BankFailure }>
}

/** Where somebody lives or has a seat; what is not known apart is left out, or in `lines`. */
export type PostalAddress = {
  street?: string | undefined
  buildingNumber?: string | undefined
  postalCode?: string | undefined
  town?: string | undefined
  region?: string | undefined
  /** ISO 3166 alpha-2. */
  country?: string | undefined
  /** Of these the first two are sent. */
  lines?: readonly string[]
}

/** An order to pay. Amounts are whole minor units of the currency. */
export type PayoutInstruction = {
  /** The caller's own name for the payment: a bank pays once under it, however often it is asked. */
  reference: string
  /** Unique end-to-end transaction reference: a UUID of version 4, kept from bank to bank. */
  uetr?: string
  countryCode: string
  /** E.g. SEPA; '' leaves the choice to the bank. */
  rail: string
  currency: string
  minor: bigint
  scale: number
  beneficiary: {
    name: string
    /** Account members as in the specification's bank account, e.g. `bankIban`. */
    account: Readonly<Record<string, unknown>>
    address?: PostalAddress
    /** Legal entity identifier (ISO 17442). */
    lei?: string
  }
  /**
   * For whom it is paid, where that is not the account's holder; `country` is ISO 3166 alpha-2. Orders
   * that were written earlier have the address in one text.
   */
  originator?: {
    name: string
    country: string
    address: string
    postal?: PostalAddress
    lei?: string
  }
  /** A code of the sender's, such as FAMILY_SUPPORT. */
  purpose?: string
  /** Reaches the payee. */
  remittance: string
}

/**
 * The day on which a bank executes an order of a rail that it gets at a moment, `2026-11-30`: banks
 * refuse one that is no business day of theirs. `rail` is '' where the choice is the bank's.
 */
export type ExecutionDay = (
  order: Pick<PayoutInstruction, 'countryCode' | 'rail' | 'currency'>,
  at: Date,
) => string

/**
 * An order to send an entry of the statement back to where it came from, whole or in part.
 * `beneficiary` is its sender, as the bank reported it.
 */
export type ReturnInstruction = PayoutInstruction & {
  /** The bank's own id of the entry. */
  entryId: string
}

/** What a bank says of a payment. UNKNOWN: it does not know the reference. */
export type PayoutState =
  | { status: 'UNKNOWN' }
  | ({ status: 'PENDING'; bankReference: string } & Followed)
  | ({ status: 'CONFIRMED'; bankReference: string } & Followed)
  /**
   * `code` is a failure code of operations.md 10, e.g. BENEFICIARY_ACCOUNT_CLOSED. `isRetryable`:
   * whether the bank's reason says that the same payment may succeed later; absent as the code says.
   */
  | ({ status: 'REJECTED'; bankReference: string; code: string; isRetryable?: boolean } & Followed)
type Followed = { /** The last that the bank has reported of it. */ last?: LastStatus }

/**
 * What a status of a payment comes to. ACCEPTED: it is on its way. CONFIRMED: it was paid. REJECTED: it
 * was not and will not be. CANCELED: the same, because it was taken back before it was paid. WAITING:
 * nothing yet. ATTENTION: only a person can find out what it means for the money.
 */
export type StatusEffect =
  | 'ACCEPTED'
  | 'CONFIRMED'
  | 'REJECTED'
  | 'CANCELED'
  | 'WAITING'
  | 'ATTENTION'

/** Why, as the bank codes it and as it wrote about it. */
export type StatusReason = { code: string; texts: readonly string[] }

/** What a bank reported of a payment, as it wrote it. */
export type LastStatus = {
  /** As its standard codes it, e.g. ACSC; BOOK where a statement has booked it. */
  status: string
  effect: StatusEffect
  reasons: readonly StatusReason[]
  /** When the bank wrote it. */
  madeAt: Date
}

/** One payment on the accounts that the bank holds for the service, in the order of their booking. */
export type BankEntry = {
  /** Of the payment, never used twice; the same, however many messages of the bank have it. */
  entryId: string
  /** Where to go on: ask for what comes after it. */
  position: string
  /**
   * RETURN: an earlier payout came back; `payoutReference` names it and `code` says why. BATCH: several
   * payments came in as one, and the bank has not listed them. Debits are CHARGE: what the bank took for
   * its work; REVERSAL: it took back what it had credited; DEBIT: it is not known what for.
   */
  kind: EntryKind
  /** The account that was credited, in the form of `BankAccountDetails`. */
  countryCode: string
  routingNumber: string
  accountNumber: string
  currency: string
  minor: bigint
  scale: number
  /**
   * `ultimate` is for whom the sender pays, `others` whom the message names besides: whom it is for, and
   * the banks on its way. Both are there where the bank reports them.
   */
  sender: { name: string; account: string; ultimate?: string; others?: readonly string[] }
  /** What the payer wrote. */
  reference: string
  payoutReference: string
  code: string
  /** Day of booking in the bank's own zone, `2026-01-05`. */
  bookedOn: string
  /** Where that day begins, or the moment itself: it was booked no earlier. */
  bookedFrom: Date
  /** The moment of the payment, where the bank reports one. */
  moment: Date | undefined
  /** The payment of kind BATCH that this is a part of; '' where it is none. */
  batchId: string
}

export const entryKinds = ['CREDIT', 'RETURN', 'BATCH', 'CHARGE', 'REVERSAL', 'DEBIT'] as const
export type EntryKind = (typeof entryKinds)[number]
/** Those that take money from the account. */
export const debitKinds = ['CHARGE', 'REVERSAL', 'DEBIT'] as const satisfies readonly EntryKind[]

/** An entry of the statement before it has its position. */
export type NewEntry = Omit<BankEntry, 'position'>

export type BankAnswer<T> = Promise<
  { ok: true; value: T } | { ok: false; failure: 'BANK_UNAVAILABLE' }
>

/** What a bank says of its own accord: how a payment ended, or that its statement has new entries. */
export type BankUpdate = { about: 'PAYOUT'; reference: string } | { about: 'ENTRIES' }

/** A bank that pays out and reports what came in. Calls are safe to repeat. */
export type BankRail = {
  /** Takes the order; asked again under the same reference, it is the same payment. */
  submitPayout(instruction: PayoutInstruction): BankAnswer<PayoutState>
  /** As `submitPayout`, for money that goes back under the bank's own reference of it. */
  returnEntry(instruction: ReturnInstruction): BankAnswer<PayoutState>
  payoutState(reference: string): BankAnswer<PayoutState>
  /**
   * At most `limit` entries after a position; '' is the beginning. They may come twice, and in any
   * order within one answer. Continuing after the last one returned misses none: whatever is booked
   * later has a later position.
   */
  entries(after: string, limit: number): BankAnswer<BankEntry[]>
  /**
   * Says when it is worth asking, as a bank's call to us would; absent where it never does. Updates may
   * be lost or early, so who acts on them asks, and asks from time to time without them.
   */
  onUpdate?(listener: (update: BankUpdate) => void): void
}

/** Money sent to an account of the simulated bank. */
export type SimulatedCredit = Pick<
  BankEntry,
  | 'entryId'
  | 'countryCode'
  | 'routingNumber'
  | 'accountNumber'
  | 'currency'
  | 'minor'
  | 'scale'
  | 'sender'
  | 'reference'
>

/** What a simulated bank does wrong from now on, as a test sets it. */
export type BankFaults = {
  /** It answers nothing. */
  isDown: boolean
  /** How long each answer takes; beyond the bank's own limit it is no answer. */
  slowMs: number
  /** So many payments it takes without saying so. */
  lostAnswers: number
  /** Each entry comes twice, and some that were returned before come again. */
  repeatsEntries: boolean
  /** Entries come in another order. */
  shufflesEntries: boolean
}

/** Controls of the simulated bank; absent on a real one. */
export type BankSandbox = {
  /** Books a credit; under the same entry id once. */
  credit(entry: SimulatedCredit): Promise<void>
  /** Books an entry of any kind, such as a charge; under the same entry id once. */
  book(
    entry: SimulatedCredit &
      Pick<BankEntry, 'kind'> &
      Partial<Pick<BankEntry, 'payoutReference' | 'code'>>,
  ): Promise<void>
  /** Refuses a payment that is on its way; one that has ended stays as it is. */
  refuse(reference: string, code: string): Promise<void>
  faults: BankFaults
}

/** The bank of an instance: holds accounts, pays out, reports what came in. */
export type Bank = BankAdapter & BankRail & { readonly sandbox?: BankSandbox }
