import assert from 'node:assert/strict';

import { speech, speak, t } from '../../../src/base/language.ts';
import { LinchpinError } from '../../../src/base/error.ts';
import { speakAsAsked } from '../../../src/cli/language.ts';

describe('The language of the command line', () => {
  afterEach(() => {
    speak('en', undefined);
  });

  const asked: readonly (readonly [readonly string[], NodeJS.ProcessEnv, string])[] = [
    [['ask'], {}, 'en'],
    [['ask'], { LANG: 'C.UTF-8' }, 'en'],
    [['ask'], { LANG: 'en_GB.UTF-8' }, 'en'],
    [['ask'], { LANG: 'de_AT.UTF-8' }, 'de-AT'],
    [['ask'], { LANG: 'de_DE', LC_ALL: 'C' }, 'en'],
    [['ask'], { LANG: 'C', LC_MESSAGES: 'de_DE@euro' }, 'de-DE'],
    [['ask'], { LANG: 'fr_FR.UTF-8' }, 'en'],
    [['ask'], { LANG: '../../etc/passwd' }, 'en'],
    [['--language', 'de', 'ask'], { LANG: 'C' }, 'de'],
    [['ask', '--language=de'], {}, 'de'],
    [['--language=en', 'ask'], { LANG: 'de_DE' }, 'en'],
  ];
  for (const [argv, environment, language] of asked)
    it(`is ${language} for ${JSON.stringify(argv)} in ${JSON.stringify(environment)}`, async () => {
      assert.deepEqual(await speakAsAsked(argv, environment), ['ask']);
      assert.equal(speech().language, language);
      assert.equal(t('Supported'), language.startsWith('de') ? 'Gestützt' : 'Supported');
    });

  it('leaves what follows -- alone', async () => {
    assert.deepEqual(await speakAsAsked(['ask', '--', '--language', 'de'], {}), ['ask', '--', '--language', 'de']);
    assert.equal(speech().language, 'en');
  });

  for (const wrong of ['xx', 'no language', '', '../de'])
    it(`refuses "${wrong}", and names those it speaks`, async () => {
      await assert.rejects(
        speakAsAsked(['--language', wrong], {}),
        (error) => error instanceof LinchpinError && error.code === 'usage' && /en, de/.test(error.next),
      );
    });
});
