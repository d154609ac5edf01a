import { Client } from 'pg'
import { StartRefused } from '../../config/start-refused.ts'

/**
 * Takes from the worker the right to move the clock, which is the sandbox's: delays, limits over time
 * and the ends of sessions are judged by it, also by the signer.
 * @throws StartRefused where it was moved
 */
export async function holdClock(ownerUrl: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query(
      `revoke execute on function advance_service_clock(interval), begin_service_clock(interval),
        finish_past_clock() from public, corridor_worker`,
    )
    const { rows } = await owner.query<{ moved: boolean }>(
      "select clock_offset <> interval '0' as moved from service_clock",
    )
    if (rows[0]?.moved)
      throw new StartRefused('The clock of this database was moved: it is that of a sandbox.')
  } finally {
    await owner.end()
  }
}
