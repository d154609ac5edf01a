/** The order of a round: each base just before what is compared with it. */
export const order = [
  'base POST',
  'simulate',
  'execute',
  'simulate c=256',
  'execute c=256',
  'base list',
  'list waiting',
  'batch of 100',
  'deposits in a batch',
  'list completed',
  'list mixed',
  'base GET',
  'GET',
  'minimal transfer',
  'flow c=16',
  'flow c=64',
  'flow c=128',
  'send and receipt c=1',
  'wallet transfer c=1',
  'send and receipt c=16',
  'wallet transfer c=16',
  'pay-in forwarding',
  'memory',
]

/** What has no base in the same run, and so no ratio that another machine could be held to. */
const withoutRatio = new Set([
  'flow c=16',
  'flow c=64',
  'send and receipt c=1',
  'wallet transfer c=1',
  'memory',
])

export const gated = order.filter((name) => !withoutRatio.has(name))
