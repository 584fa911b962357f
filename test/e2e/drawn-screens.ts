// Pictures of an app that does not exist (Larder: what is in the pantry), drawn for the fake hub. Made here, kept nowhere.
import { createCanvas } from '@napi-rs/canvas'
import type { SKRSContext2D } from '@napi-rs/canvas'

export const screenNames = ['shelf', 'item', 'add', 'settings', 'about', 'crash', 'recipes'] as const
export type ScreenName = (typeof screenNames)[number]

const width = 540
const height = 1200

interface Colours {
  readonly ground: string
  readonly card: string
  readonly text: string
  readonly quiet: string
  readonly main: string
  readonly onMain: string
}
const light: Colours = {
  ground: '#faf7f2',
  card: '#efe8dc',
  text: '#2a2119',
  quiet: '#76695b',
  main: '#8a4b2a',
  onMain: '#ffffff',
}
const dark: Colours = {
  ground: '#17120e',
  card: '#272019',
  text: '#f0e7db',
  quiet: '#b3a491',
  main: '#e2a06f',
  onMain: '#2a1508',
}

const things: readonly (readonly [string, string, string])[] = [
  ['Red lentils', '2 bags, best before March', '#c8643c'],
  ['Rolled oats', '1 box, open', '#c9a86a'],
  ['Chickpeas', '6 tins', '#b98e4b'],
  ['Olive oil', 'Half a bottle', '#7d8f3b'],
  ['Black tea', '40 bags', '#5d4a3a'],
  ['Plum jam', '3 jars', '#7a3358'],
  ['Rice', '5 kg, opened in May', '#b9b09b'],
]

export function drawScreen(name: ScreenName, isDark: boolean): Buffer {
  const canvas = createCanvas(width, height)
  const at = canvas.getContext('2d')
  const c = isDark ? dark : light
  at.fillStyle = c.ground
  at.fillRect(0, 0, width, height)
  words(at, '1:12', 40, 44, 22, c.text, '500')
  at.fillStyle = '#000000'
  circle(at, width / 2, 38, 13)
  switch (name) {
    case 'shelf':
      shelf(at, c)
      break
    case 'item':
      item(at, c)
      break
    case 'add':
      add(at, c)
      break
    case 'settings':
      settings(at, c)
      break
    case 'about':
      bar(at, c, 'About', true)
      words(at, 'Larder 3.1.0 (57)', 36, 200, 26, c.text)
      words(at, 'Keeps an eye on what is left.', 36, 244, 22, c.quiet)
      button(at, c, 'Copy the version', 300, false)
      break
    case 'recipes':
      bar(at, c, 'Recipes', false)
      for (const [index, [title]] of things.slice(0, 4).entries()) {
        at.fillStyle = c.card
        box(at, 28, 150 + index * 210, width - 56, 186, 26)
        words(at, `Something with ${title.toLowerCase()}`, 56, 300 + index * 210, 22, c.text, '500')
      }
      break
    case 'crash':
      crash(at)
      break
  }
  at.fillStyle = c.text
  box(at, width / 2 - 70, height - 18, 140, 6, 3)
  return canvas.toBuffer('image/jpeg', 80)
}

function shelf(at: SKRSContext2D, c: Colours): void {
  bar(at, c, 'Larder', false)
  for (const [index, [title, note, colour]] of things.entries()) {
    const y = 150 + index * 112
    at.fillStyle = colour
    box(at, 36, y, 72, 72, 20)
    words(at, title, 132, y + 34, 25, c.text, '500')
    words(at, note, 132, y + 64, 20, c.quiet)
  }
  at.fillStyle = c.main
  box(at, width - 116, 960, 80, 80, 26)
  words(at, '+', width - 88, 1014, 40, c.onMain)
  tabs(at, c)
}

function item(at: SKRSContext2D, c: Colours): void {
  bar(at, c, 'Plum jam', true)
  at.fillStyle = '#7a3358'
  box(at, 36, 150, width - 72, 330, 32)
  words(at, '3 jars', 36, 540, 34, c.text, '500')
  words(at, 'Best before 12 December', 36, 584, 22, c.quiet)
  words(at, 'Made in August by the neighbours', 36, 620, 22, c.quiet)
  button(at, c, 'Take one', 680, true)
  button(at, c, 'Edit', 768, false)
}

function add(at: SKRSContext2D, c: Colours): void {
  bar(at, c, 'Add to the larder', true)
  field(at, c, 'Name', 'Honey 🍯', 150, true)
  field(at, c, 'How much', '1 jar', 260, false)
  field(at, c, 'Best before', '', 370, false)
  words(at, 'Remind me a week before', 36, 520, 22, c.text)
  at.fillStyle = c.main
  box(at, width - 110, 496, 74, 38, 19)
  at.fillStyle = c.onMain
  circle(at, width - 55, 515, 14)
  button(at, c, 'Save', 600, true)
}

function settings(at: SKRSContext2D, c: Colours): void {
  bar(at, c, 'Settings', true)
  for (const [index, title] of ['Reminders', 'Units', 'Dark mode', 'Language', 'About', 'Empty the larder'].entries()) {
    words(at, title, 36, 200 + index * 88, 25, c.text)
    at.fillStyle = c.card
    at.fillRect(36, 236 + index * 88, width - 72, 2)
  }
}

function crash(at: SKRSContext2D): void {
  const wall = at.createLinearGradient(0, 0, 0, height)
  wall.addColorStop(0, '#3d4652')
  wall.addColorStop(1, '#5b5148')
  at.fillStyle = wall
  at.fillRect(0, 0, width, height)
  at.fillStyle = '#00000066'
  at.fillRect(0, 0, width, height)
  at.fillStyle = '#f3efe9'
  box(at, 46, 440, width - 92, 250, 36)
  words(at, 'Larder keeps stopping', 84, 506, 27, '#2a2119', '500')
  words(at, 'App info', 84, 580, 22, '#2a2119')
  words(at, 'Close app', 84, 636, 22, '#2a2119')
}

function bar(at: SKRSContext2D, c: Colours, title: string, hasBack: boolean): void {
  if (hasBack) words(at, '‹', 36, 114, 40, c.text)
  words(at, title, hasBack ? 78 : 36, 112, 31, c.text)
}

function tabs(at: SKRSContext2D, c: Colours): void {
  at.fillStyle = c.card
  at.fillRect(0, 1080, width, 120)
  for (const [index, name] of ['Shelf', 'Recipes', 'Shopping'].entries()) {
    if (index === 0) {
      at.fillStyle = c.main
      box(at, 54, 1096, 72, 34, 17)
    }
    words(at, name, 56 + index * 176, 1160, 20, index === 0 ? c.text : c.quiet, '500')
  }
}

function field(at: SKRSContext2D, c: Colours, label: string, text: string, y: number, isFocused: boolean): void {
  at.strokeStyle = isFocused ? c.main : c.quiet
  at.lineWidth = isFocused ? 3 : 1.5
  at.beginPath()
  at.roundRect(36, y, width - 72, 82, 12)
  at.stroke()
  words(at, label, 58, y + 28, 17, isFocused ? c.main : c.quiet)
  words(at, text, 58, y + 62, 24, c.text)
}

function button(at: SKRSContext2D, c: Colours, text: string, y: number, isFilled: boolean): void {
  at.fillStyle = isFilled ? c.main : c.card
  box(at, 36, y, width - 72, 66, 33)
  at.textAlign = 'center'
  words(at, text, width / 2, y + 42, 23, isFilled ? c.onMain : c.text, '500')
  at.textAlign = 'left'
}

function words(
  at: SKRSContext2D,
  text: string,
  x: number,
  y: number,
  size: number,
  colour: string,
  weight = '400',
): void {
  at.font = `${weight} ${size}px "Noto Sans", sans-serif`
  at.fillStyle = colour
  at.fillText(text, x, y)
}

function box(at: SKRSContext2D, x: number, y: number, w: number, h: number, radius: number): void {
  at.beginPath()
  at.roundRect(x, y, w, h, radius)
  at.fill()
}

function circle(at: SKRSContext2D, x: number, y: number, radius: number): void {
  at.beginPath()
  at.arc(x, y, radius, 0, Math.PI * 2)
  at.fill()
}
