import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client'

/** Counts and times requests; the text is served at `/metrics`. */
export type RequestMetrics = {
  /** Call at the start of a request and the result at its end. */
  started(): (method: string, operation: string, status: number) => void
}

export function createMetrics(registry: Registry): RequestMetrics {
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of partner API requests',
    labelNames: ['method', 'operation', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  return {
    started: () => {
      const stop = duration.startTimer()
      return (method, operation, status) => void stop({ method, operation, status: String(status) })
    },
  }
}
