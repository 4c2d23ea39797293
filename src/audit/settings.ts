import { LinchpinError } from '../base/error.ts';
import { type AuditSettings, auditSettingsSchema } from '../contract/settings.ts';

/** Settings from outside, each where it is given. @throws LinchpinError `settings-invalid`. */
export function parseAuditSettings(given: Readonly<Record<string, unknown>>): Partial<AuditSettings> {
  const parsed = auditSettingsSchema.partial().safeParse(given);
  if (!parsed.success)
    throw new LinchpinError(
      'settings-invalid',
      `A setting of the audit is out of range: ${parsed.error.issues[0]?.path.join('.') ?? ''}.`,
      'Correct it in the settings of Linchpin.',
      parsed.error,
    );
  return Object.fromEntries(Object.entries(parsed.data).filter(([name]) => name in given));
}
