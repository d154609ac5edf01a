/** What the guided steps lead to. */
export type Goal = 'wallet' | 'passkey' | 'account'

export type StepName = 'Email code' | 'Session' | 'Passkey' | 'Wallet' | 'Account'

/** What is already true of the entity and of this page. */
export type Facts = {
  /** A code was sent and is still good. */
  hasCode: boolean
  hasSession: boolean
  hasPasskey: boolean
  hasWallet: boolean
}

export type SetUpStep = { name: StepName; state: 'done' | 'current' | 'todo' }

const names: Record<Goal, readonly StepName[]> = {
  wallet: ['Email code', 'Session', 'Passkey', 'Wallet'],
  passkey: ['Email code', 'Session', 'Passkey'],
  account: ['Email code', 'Session', 'Account'],
}

/** A wallet or account may be signed for with a passkey as well; a passkey only by the primary method. */
export function needsSession(goal: Goal, { hasPasskey }: Pick<Facts, 'hasPasskey'>): boolean {
  return goal === 'passkey' || !hasPasskey
}

/**
 * The steps to the goal and which one is next. They follow from what is there, not from what was clicked, so that a
 * page that is loaded again goes on where the entity stands.
 */
export function setUpSteps(goal: Goal, facts: Facts): SetUpStep[] {
  const open = facts.hasSession || !needsSession(goal, facts)
  const done: Record<StepName, boolean> = {
    'Email code': open || facts.hasCode,
    Session: open,
    Passkey: goal === 'wallet' && facts.hasPasskey,
    Wallet: facts.hasWallet,
    Account: false,
  }
  const next = names[goal].find((name) => !done[name])
  return names[goal].map((name) => ({
    name,
    state: done[name] ? 'done' : name === next ? 'current' : 'todo',
  }))
}
