// "Add a device…": a new Android emulator out of what is installed on this computer. Where something is missing it says what,
// and what to do; nothing is downloaded.
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { refusalOf } from '#shared/base/refusal.ts'
import type { RefusalData } from '#shared/base/refusal.ts'
import type { Answer } from '#shared/protocol/contract.ts'
import { go } from '#renderer/route.ts'
import { Button, Tip } from '#renderer/ui/button.tsx'
import { Dialog } from '#renderer/ui/dialog.tsx'
import { RefusalNotice } from '#renderer/ui/message.tsx'
import { useNotices } from '#renderer/ui/notices.tsx'
import { useAnswer, useHub, useWatch } from '#renderer/use-hub.ts'

type Images = Answer<'avd.images'>
type Image = Images['images'][number]

interface Draft {
  readonly image: string
  readonly profile: string
  /** '' is the device's own. */
  readonly name: string
  readonly boots: boolean
}

export function AddDevice({ onClose }: { readonly onClose: () => void }): ReactNode {
  const hub = useHub()
  const notices = useNotices()
  const told = useAnswer('avd.images', {})
  const [draft, setDraft] = useState<Draft>({ image: '', profile: '', name: '', boots: true })
  const [refused, setRefused] = useState<RefusalData | null>(null)
  const images = told.is === 'ready' ? told.value : null
  const devices = useWatch('devices', {})
  const taken = devices.is === 'ready' ? devices.value.devices.map(device => device.id.toLowerCase()) : []
  const chosen = images === null ? null : chosenOf(images, draft, taken)
  const why = whyNot(told.is, images, chosen)
  const create = async (): Promise<void> => {
    if (why !== null || chosen === null) return notices.say(why ?? '')
    try {
      const { image, profile, name } = chosen
      const { device } = await hub.call('avd.create', { name, image, profile: profile === '' ? null : profile })
      onClose()
      go('devices', device)
      if (draft.boots) await hub.call('device.power', { device, order: 'boot' })
    } catch (thrown) {
      setRefused(refusalOf(thrown).toData())
    }
  }
  const change = (part: Partial<Draft>): void => {
    setRefused(null)
    setDraft(now => ({ ...now, ...part }))
  }
  return (
    <Dialog
      title="Add an Android emulator"
      words="Phones on a cable or the network appear by themselves."
      onClose={onClose}
      onSubmit={() => void create()}
      end={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button look="main" icon={Plus} why={why} onPress={create}>
            Create
          </Button>
        </>
      }
    >
      <div className="fields">
        {told.is === 'loading' && <p className="quiet">Looking for what is installed…</p>}
        {told.is === 'failed' && <RefusalNotice why={told.why} />}
        {images !== null && images.why !== null && (
          <RefusalNotice why={{ code: 'failed', words: images.why, where: null, hint: images.hint }} />
        )}
        {images !== null && chosen !== null && images.images.length > 0 && (
          <Fields images={images} draft={draft} chosen={chosen} change={change} />
        )}
        {refused !== null && <RefusalNotice why={refused} />}
      </div>
    </Dialog>
  )
}

function Fields(props: {
  readonly images: Images
  readonly draft: Draft
  readonly chosen: Chosen
  readonly change: (part: Partial<Draft>) => void
}): ReactNode {
  const { images, draft, chosen, change } = props
  return (
    <>
      <label className="field">
        <span className="field__label">Device</span>
        <select
          className="field__input"
          value={chosen.profile}
          onChange={event => change({ profile: event.target.value })}
        >
          {images.profiles.map(profile => (
            <option key={profile.id} value={profile.id}>
              {profile.name}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span className="field__label">Android</span>
        <select className="field__input" value={chosen.image} onChange={event => change({ image: event.target.value })}>
          {images.images.map(image => (
            <option key={image.package} value={image.package} disabled={image.why !== null}>
              {wordsOf(image)}
              {image.why === null ? '' : ` (${image.why})`}
            </option>
          ))}
        </select>
        <span className="field__note">Other system images are installed with sdkmanager or Android Studio.</span>
      </label>
      <label className="field">
        <span className="field__label">Name</span>
        <input
          className="field__input"
          value={draft.name}
          placeholder={chosen.name}
          onChange={event => change({ name: event.target.value })}
        />
      </label>
      <label className="choice">
        <input type="checkbox" checked={draft.boots} onChange={event => change({ boots: event.target.checked })} />
        Boot it now. Its first boot takes a minute or two.
      </label>
    </>
  )
}

interface Chosen {
  readonly image: string
  readonly profile: string
  readonly name: string
}

const usualProfile = /^pixel_\d+$/u

/** Until something is chosen: the newest image that gives pictures, and the newest plain Pixel. */
function chosenOf({ images, profiles }: Images, draft: Draft, taken: readonly string[]): Chosen {
  const image = images.find(one => one.package === draft.image) ?? images.find(one => one.why === null)
  const profile =
    profiles.find(one => one.id === draft.profile) ??
    profiles.findLast(one => usualProfile.test(one.id)) ??
    profiles.at(0)
  return {
    image: image?.package ?? '',
    profile: profile?.id ?? '',
    name:
      draft.name.trim() === ''
        ? freeName((profile?.name ?? 'Emulator').replaceAll(/[^\w. -]+/gu, '').trim(), taken)
        : draft.name,
  }
}

/** "Pixel 8 2" where there is a Pixel 8. `taken`: ids in small letters. */
function freeName(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name} ${number}`
    if (!taken.includes(`avd:${free.replaceAll(/\s+/gu, '_').toLowerCase()}`)) return free
  }
}

function whyNot(is: 'loading' | 'failed' | 'ready', images: Images | null, chosen: Chosen | null): string | null {
  if (is === 'loading') return 'What is installed is still being looked for.'
  if (images === null || chosen === null) return 'What is installed could not be listed.'
  if (images.why !== null) return images.why
  return chosen.image === '' ? 'No system image that can be used is installed.' : null
}

const wordsOf = ({ apiLevel, tag, abi }: Image): string =>
  [apiLevel === null ? 'Preview' : `API ${apiLevel}`, tag.replaceAll('_', ' '), abi].join(', ')

/** For the side bar. */
export function AddDeviceButton(): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const name = 'Add a device…'
  return (
    <>
      <Tip words={name}>
        <button type="button" className="nav side__add" aria-label={name} onClick={() => setOpen(true)}>
          <Plus className="icon" aria-hidden />
          <span className="nav__name">{name}</span>
        </button>
      </Tip>
      {isOpen && <AddDevice onClose={() => setOpen(false)} />}
    </>
  )
}
