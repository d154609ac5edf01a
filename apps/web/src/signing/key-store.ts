// Keys that cannot be read out, and what belongs to them, in the browser's own database. It is made
// with the first record and deleted with the last, so that most pages leave nothing behind.

const databaseName = 'corridor-keys'
const storeName = 'keys'

/** @throws where the browser keeps nothing, as in some private windows */
export async function keepKey(name: string, value: object): Promise<void> {
  const database = await open()
  await done(writable(database).put(value, name))
  database.close()
}

/** Every record whose name begins so, by its name. */
export async function readKeys(prefix: string): Promise<[string, unknown][]> {
  if (!(await exists())) return []
  const database = await open()
  const store = database.transaction(storeName).objectStore(storeName)
  const [names, values] = await Promise.all([
    done(store.getAllKeys()),
    done<unknown[]>(store.getAll()),
  ])
  database.close()
  return names.flatMap((name, at): [string, unknown][] =>
    typeof name === 'string' && name.startsWith(prefix) ? [[name, values[at]]] : [],
  )
}

export async function forgetKeys(names: readonly string[]): Promise<void> {
  if (names.length === 0 || !(await exists())) return
  const database = await open()
  for (const name of names) await done(writable(database).delete(name))
  const left = await done(database.transaction(storeName).objectStore(storeName).count())
  database.close()
  if (left === 0) await done(indexedDB.deleteDatabase(databaseName))
}

async function exists(): Promise<boolean> {
  const all = await indexedDB.databases()
  return all.some(({ name }) => name === databaseName)
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName))
  return done(request)
}

const writable = (database: IDBDatabase) =>
  database.transaction(storeName, 'readwrite').objectStore(storeName)

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The browser refused to keep a key.')),
    )
  })
}
