import type { Config } from '../../config/config.ts'

/** Ports of this machine that belong to the service: its own, the database's, the chain's. */
export type OwnPorts = ReadonlySet<number>

const postgresPort = 5432

/**
 * Where this service and what it stands on listen.
 * @param addresses of the database and of chains, as they are opened
 */
export function ownPortsOf(
  { PORT, METRICS_PORT, BASE_URL }: Pick<Config, 'PORT' | 'METRICS_PORT' | 'BASE_URL'>,
  addresses: readonly string[] = [],
): Set<number> {
  const ports = new Set([PORT, ...(METRICS_PORT === undefined ? [] : [METRICS_PORT])])
  for (const address of [BASE_URL, ...addresses]) addPort(ports, address)
  return ports
}

/** Adds the port of an address: the one that it says, or a database's usual one. */
export function addPort(ports: Set<number>, address: string): void {
  const { port, protocol, searchParams } = new URL(address)
  const portText = port === '' ? searchParams.get('port') : port
  if (portText !== null) ports.add(Number.parseInt(portText, 10))
  else if (protocol.startsWith('postgres')) ports.add(postgresPort)
}
