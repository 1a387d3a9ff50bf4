-- Places are compared without leading zeros. Not unique: an earlier version may have imported two that differ in zeros
-- alone, of whom the lookup then names neither.
CREATE INDEX students_place ON students (annee_bac, ltrim(num_place, '0'), serie, ae);
