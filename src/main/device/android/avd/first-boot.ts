// The settings of an emulator made here, made once after its first boot (and after it was emptied): they keep typing,
// turning and looking at it predictable.

export const firstBootLines: readonly string[] = [
  // Gboard's sheet about a stylus takes the typing.
  'settings put secure stylus_handwriting_enabled 0',
  // Without it the device cannot be turned by its sensors.
  'settings put system accelerometer_rotation 1',
  // Awake while it has power, and as long as can be where a control took its power away.
  'svc power stayon true',
  'settings put system screen_off_timeout 2147483647',
  // Nothing to be swiped away after it woke.
  'locksettings set-disabled true',
  // Text is what was typed.
  'settings put secure spell_checker_enabled 0',
  'settings put system text_auto_replace 0',
  'settings put system text_auto_caps 0',
  'settings put system text_auto_punctuate 0',
]
