/** What the guided steps lead to. */
export type Goal = 'wallet' | 'passkey' | 'account'

export type StepName = 'code' | 'session' | 'passkey' | 'wallet' | 'account'

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
  wallet: ['code', 'session', 'passkey', 'wallet'],
  passkey: ['code', 'session', 'passkey'],
  account: ['code', 'session', 'account'],
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
    code: open || facts.hasCode,
    session: open,
    passkey: goal === 'wallet' && facts.hasPasskey,
    wallet: facts.hasWallet,
    account: false,
  }
  const next = names[goal].find((name) => !done[name])
  return names[goal].map((name) => ({
    name,
    state: done[name] ? 'done' : name === next ? 'current' : 'todo',
  }))
}
