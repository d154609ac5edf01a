import { createListeners } from './listeners.ts'

/** Long work of the service that somebody on this device has started and not put away. */
export type Job = { kind: 'export' | 'recovery'; id: string }

const storageKey = 'corridor.jobs'
const jobsMax = 8

let current = read()
const changes = createListeners()

// Another tab has started one, or put one away.
window.addEventListener('storage', ({ key }) => {
  if (key === storageKey) show(read())
})

function read(): readonly Job[] {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '[]') as Job[]
  } catch {
    return []
  }
}

function show(jobs: readonly Job[]): void {
  current = jobs
  changes.notify()
}

function store(jobs: readonly Job[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(jobs))
  } catch {
    // Without storage they are there until the page is loaded again.
  }
  show(jobs)
}

/** Newest first; the tray shows them until they are put away. */
export function followJob(job: Job): void {
  store([job, ...current.filter(({ id }) => id !== job.id)].slice(0, jobsMax))
}

export function putJobAway(id: string): void {
  store(current.filter((job) => job.id !== id))
}

export function useJobs(): readonly Job[] {
  return changes.useValue(() => current)
}
