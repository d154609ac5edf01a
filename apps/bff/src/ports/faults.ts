/** Points at which a test may end this process, named `<step>:<moment>`. */
export type FaultMoment = 'before_effect' | 'after_effect' | 'before_commit' | 'after_commit'

export type Faults = {
  /** Awaited by every caller: a test may keep it from ever resolving. */
  reach(step: string, moment: FaultMoment): Promise<void> | undefined
}
