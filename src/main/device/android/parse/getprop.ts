// What `getprop` prints: `[name]: [value]` a line, values of several lines included.

export function parseGetprop(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const match of text.matchAll(/^\[([^\]\n]+)\]: \[([\s\S]*?)\]\s*?$/gm)) found.set(match[1] ?? '', match[2] ?? '')
  return found
}

export interface BuildProps {
  readonly sdk: number | null
  readonly release: string
  readonly model: string
  readonly serial: string
  /** "1" only: real phones of some makers carry the property as "0". */
  readonly emulator: boolean
  readonly tv: boolean
}

export function buildPropsOf(props: ReadonlyMap<string, string>): BuildProps {
  const sdk = props.get('ro.build.version.sdk') ?? ''
  return {
    sdk: /^\d{1,3}$/.test(sdk) ? Number(sdk) : null,
    release: props.get('ro.build.version.release') ?? '',
    model: props.get('ro.product.model') ?? '',
    serial: props.get('ro.serialno') ?? '',
    emulator: props.get('ro.kernel.qemu') === '1' || props.get('ro.boot.qemu') === '1',
    tv: (props.get('ro.build.characteristics') ?? '').split(',').includes('tv'),
  }
}
