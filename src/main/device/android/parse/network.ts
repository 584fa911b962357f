// The columns of the network: airplane mode, Wi-Fi and data by `settings get global`, and a slowed Wi-Fi by `tc qdisc`.
import type { NetworkState } from '#shared/domain/device.ts'

export interface NetworkColumns {
  readonly airplane: boolean
  readonly wifi: boolean
  readonly data: boolean
  readonly slowed: boolean
}

/** Settings.Global.WIFI_ON: 0 off, 1 on, 2 on although in airplane mode, 3 off by airplane mode. A missing key means on. */
export function columnsOf(said: {
  readonly airplane: string
  readonly wifi: string
  readonly data: string
  readonly qdisc: string
}): NetworkColumns {
  return {
    airplane: said.airplane.trim() === '1',
    wifi: !/^[03]$/.test(said.wifi.trim()),
    data: said.data.trim() !== '0',
    slowed: /\bqdisc netem\b/.test(said.qdisc),
  }
}

/** In airplane mode it is offline unless Wi-Fi was switched on all the same. */
export function networkOf({ airplane, wifi, data, slowed }: NetworkColumns, wifiSaid: string): NetworkState {
  const isOffline = airplane ? wifiSaid.trim() !== '2' : !wifi && !data
  if (isOffline) return 'offline'
  return slowed ? 'slow' : 'online'
}
