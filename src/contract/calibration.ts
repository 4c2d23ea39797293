import * as z from 'zod';

/**
 * How the quality that was shown compares with what the reviewers made of it (CER sec. 3.5 and 3.7): the periodic audit over the last
 * audits of a folder of which every piece of evidence was decided.
 */
export const calibrationReportSchema = z.object({
  /** Audits looked at, at most `needed`. */
  size: z.int().nonnegative(),
  /** So many must be there before the curve may be drawn anew. */
  needed: z.int().positive(),
  /** Mean absolute difference of shown quality and accepted share of necessity, [0, 1]. */
  meanAbsoluteError: z.number(),
  /** What is tolerated. */
  tolerableError: z.number(),
  expectedCalibrationError: z.number(),
  /** Bins of equal width that hold something: predicted and actual are means, [0, 1]. */
  curve: z.array(z.object({ from: z.number(), to: z.number(), size: z.int().positive(), predicted: z.number(), actual: z.number() })),
  /** The curve was drawn anew: the folder's next audits use it. */
  recalibrated: z.boolean(),
  /** Names the fit that the next audits use. */
  fit: z.string(),
});
export type CalibrationReport = z.infer<typeof calibrationReportSchema>;
