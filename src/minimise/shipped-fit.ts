import fit from '../../models/quality/fit.json' with { type: 'json' };
import { qualityFitSchema, type QualityFit } from '../contract/evidence.ts';

/** Weights and calibration as shipped: models/quality holds the card, training/quality the recipe. */
export const shippedFit: QualityFit = qualityFitSchema.parse(fit);
