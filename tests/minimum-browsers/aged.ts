import { children, isLate, table } from './data.ts'

/**
 * A script that takes out of a browser whatever came after the floor, in any of the floor's browsers: what then still
 * works needs nothing newer. It stands before all other code of a page or a worker.
 */

type Owner = [name: string, late: boolean, members: string[]]

/** The policy asks this Chromium for them, and would ask no older browser. */
const asked = /^trusted/i

const owners: Owner[] = [table.api, table.javascript.builtins ?? {}]
  .flatMap(children)
  .filter(([name]) => !asked.test(name))
  .map(([name, node]) => {
    const members = children(node).filter(
      ([member, child]) => /^\w+$/.test(member) && !asked.test(member) && isLate({ path: member, node: child }),
    )
    return [name, isLate({ path: name, node }), members.map(([member]) => member.replace(/_static$/, ''))]
  })

/** Runs in the browser: neither the deletions nor the two older behaviours may need anything from here. */
function age(late: Owner[]): void {
  const scope = globalThis as unknown as Record<string, { prototype?: object } | undefined>
  for (const [name, isLate, members] of late) {
    const owner = scope[name]
    for (const member of members) {
      if (!owner) continue
      if (owner.prototype && Object.prototype.isPrototypeOf.call(owner.prototype, scope))
        Reflect.deleteProperty(scope, member)
      Reflect.deleteProperty(owner, member)
      if (owner.prototype) Reflect.deleteProperty(owner.prototype, member)
    }
    if (isLate) Reflect.deleteProperty(scope, name)
  }
  // Until Chrome 112, Firefox 111 and Safari 16 the word itself was an error.
  const decode = globalThis.createImageBitmap
  globalThis.createImageBitmap = async (...given: unknown[]) => {
    if (given.some(one => (one as ImageBitmapOptions | undefined)?.imageOrientation === 'from-image'))
      throw new TypeError("'from-image' is not a valid value for enumeration ImageOrientation.")
    return Reflect.apply(decode, globalThis, given)
  }
  if (typeof Worker === 'undefined') return
  // Until Firefox 114 a worker's `type` was not read.
  globalThis.Worker = class extends Worker {
    constructor(address: string | URL) {
      super(address)
    }
  }
}

export const aged = `(${age})(${JSON.stringify(owners.filter(([, late, members]) => late || members.length > 0))});\n`
