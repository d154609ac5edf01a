/** What a state means on screen; icon, label and colour follow from it. `hand`: a person has to act. */
export type Meaning = 'none' | 'wait' | 'move' | 'done' | 'fail' | 'hand' | 'end'

/**
 * A lifecycle's table: for each state `on`, which event leads where, its meaning on screen and what
 * else is asked of it. A new state compiles only with all of its facts.
 */
export type States<S extends string, E extends string, Facts = unknown> = Readonly<
  Record<S, { on: Readonly<Partial<Record<E, S>>>; meaning: Meaning } & Facts>
>

/** The states of a table, in its order. */
export const statesOf = <S extends string>(states: Readonly<Record<S, unknown>>): S[] =>
  Object.keys(states) as S[]

/** The states for which a condition holds: `statesWhere(transferStates, ({ isOver }) => isOver)`. */
export const statesWhere = <S extends string, Facts>(
  states: Readonly<Record<S, Facts>>,
  condition: (facts: Facts) => boolean,
): S[] => statesOf(states).filter((state) => condition(states[state]))

/** For each state, which event leads where. */
export type Transitions<S extends string, E extends string> = Record<S, Partial<Record<E, S>>>

export type Machine<S extends string, E extends string> = {
  /** The state after an event, or undefined where the event is illegal. */
  next(state: S, event: E): S | undefined
  /** States that can be reached from here in one step. */
  reachable(state: S): S[]
  /** States in which an event is legal. */
  statesFor(event: E): S[]
  isFinal(state: S): boolean
  /** The fewest events that lead from one state to another; empty where it is there, undefined where none do. */
  path(from: S, to: S): E[] | undefined
  transitions: Transitions<S, E>
}

/** The whole life of a resource at a glance; service and page ask the same table. */
/* @__NO_SIDE_EFFECTS__ */
export function machine<S extends string, E extends string>(table: States<S, E>): Machine<S, E> {
  const states = statesOf(table)
  const transitions = Object.fromEntries(
    states.map((state) => [state, table[state].on]),
  ) as Transitions<S, E>
  const reachable = (state: S) =>
    [...new Set(Object.values<S | undefined>(transitions[state]))].filter(
      (s): s is S => s !== undefined,
    )
  return {
    next: (state, event) => transitions[state][event],
    reachable,
    statesFor: (event) => states.filter((state) => transitions[state][event] !== undefined),
    isFinal: (state) => reachable(state).length === 0,
    path: (from, to) => shortestPath(transitions, from, to),
    transitions,
  }
}

function shortestPath<S extends string, E extends string>(
  transitions: Transitions<S, E>,
  from: S,
  to: S,
): E[] | undefined {
  const paths = new Map<S, E[]>([[from, []]])
  // A map gives what is added while it is walked through, so this goes breadth first.
  for (const [state, events] of paths) {
    if (state === to) return events
    for (const [event, next] of Object.entries(transitions[state]) as [E, S][])
      if (!paths.has(next)) paths.set(next, [...events, event])
  }
  return undefined
}
