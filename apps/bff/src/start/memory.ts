import { performance } from 'node:perf_hooks'
import process from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const lookMs = 500
/** Of the program's time; below it a pause of a tenth of a second meets hardly anybody. */
const quietPart = 0.05
/** More than was held after the last collection; less is what a quiet service makes in minutes. */
const worthBytes = 64 * 1_048_576

type Memory = {
  /** Bytes that the process holds. */
  held: () => number
  /** The part of the time since the last question in which the program was at work. */
  busyPart: () => number
  collect: () => void
}

/**
 * Gives memory back to the system once it is quiet: V8 takes up to four times what lives while
 * there is much to do, which costs nothing then, and keeps most of it. Gives what ends it.
 */
export function keepMemorySmall(memory: Memory = ofProcess()): () => void {
  let floor = memory.held()
  let isCollected = false
  const timer = setInterval(look, lookMs)
  timer.unref()
  return () => clearInterval(timer)

  function look(): void {
    const isQuiet = memory.busyPart() < quietPart
    const held = memory.held()
    // Pages are given back beside the program, so what a collection leaves is known a moment later.
    floor = isCollected ? held : Math.min(floor, held)
    isCollected = isQuiet && held > floor + worthBytes
    if (isCollected) memory.collect()
  }
}

function ofProcess(): Memory {
  let last = performance.eventLoopUtilization()
  return {
    held: () => process.memoryUsage.rss(),
    busyPart: () => {
      const before = last
      last = performance.eventLoopUtilization()
      return performance.eventLoopUtilization(last, before).utilization
    },
    collect: collector(),
  }
}

/** Node shows its collector only where it is asked to, and a new context is the way without a restart. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: object) => void
  setFlagsFromString('--no-expose-gc')
  // Any other keeps free pages for the next burst.
  return () => collect({ type: 'major', flavor: 'last-resort' })
}
