import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

import { chromium, type Browser } from 'playwright-core';

import { Unavailable } from './paths.ts';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

function findChromium(): string | undefined {
  const named = process.env['CHROMIUM'];
  return [...(named === undefined ? [] : [named]), ...places].find((place) => existsSync(place));
}

/** A Chromium of this machine; on Debian as root it is installed when there is none. @throws Unavailable */
export function ensureChromium(): string {
  const found = findChromium();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium with apt-get (once)…');
    spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore' });
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const installed = findChromium();
    if (installed !== undefined) return installed;
  }
  throw new Unavailable('no Chromium was found; install one, or name it in the variable CHROMIUM');
}

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: ensureChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
