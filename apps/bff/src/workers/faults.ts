/** Points at which a test may end this process, named `<step>:<moment>`. */
export type FaultMoment = 'before_effect' | 'after_effect' | 'before_commit' | 'after_commit'

export type Faults = { reach(step: string, moment: FaultMoment): void }

export const noFaults: Faults = { reach: () => undefined }

/** Ends the process at one point as a power cut would: nothing is flushed, closed or answered. */
export function crashAt(name: string): Faults {
  return {
    reach: (step, moment) => {
      if (`${step}:${moment}` === name) process.kill(process.pid, 'SIGKILL')
    },
  }
}
